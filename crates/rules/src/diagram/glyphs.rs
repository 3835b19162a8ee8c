//! The sixteen signs of coordinates as strokes, so that a diagram looks the same wherever it is
//! drawn, with no font at hand.

/// Strokes in a box 12 wide and 18 high: `path` data from its north-west corner.
const fn strokes(sign: char) -> &'static str {
    match sign {
        'a' => "M10 7v11M10 10.5A4.5 4 0 0 0 1 12.5 4.5 5 0 0 0 10 14.5",
        'b' => "M2 1v17M2 10.5A4.5 4 0 0 1 11 12.5 4.5 5 0 0 1 2 14.5",
        'c' => "M10 9A4.8 5 0 1 0 10 16",
        'd' => "M10 1v17M10 10.5A4.5 4 0 0 0 1 12.5 4.5 5 0 0 0 10 14.5",
        'e' => "M1.5 12.5H10.5A4.6 5 0 1 0 9.5 16",
        'f' => "M9.5 1.5Q5 0 5 5V18M1.5 8H9",
        'g' => {
            "M10 8V18.5Q10 22.5 6 22.5 3.5 22.5 2 21M10 10.5A4.5 4 0 0 0 1 12.5 4.5 5 0 0 0 10 14.5"
        }
        'h' => "M2 1v17M2 11.5Q3.5 7.5 6.5 7.5 10 7.5 10 11.5V18",
        '1' => "M3 4.5 7 1V18",
        '2' => "M2 5Q2 1 6 1T10 5Q10 8 2 18H10.5",
        '3' => "M2 1H10L5.5 7.5Q10.5 8 10.5 12.8 10.5 18 5.5 18 3 18 1.5 16",
        '4' => "M8.5 18V1L1 13H11",
        '5' => "M10 1H3L2.2 8.5Q4 7 6.2 7 10.7 7.5 10.7 12.3 10.5 18 5.5 18 3 18 1.5 16",
        '6' => "M9 1.5Q3 3.5 1.5 12A4.7 5.3 0 1 0 6.2 7.5Q3 7.5 1.7 10.5",
        '7' => "M1.5 1H10.5L4.5 18",
        '8' => "M6 8.5A3.8 3.8 0 1 1 6.1 8.5 4.7 4.8 0 1 1 5.9 8.5",
        _ => "",
    }
}

/// A sign with its middle at `x`, `y`.
pub(super) fn positioned(sign: char, x: i32, y: i32) -> String {
    format!(r#"<path transform="translate({} {})" d="{}"/>"#, x - 6, y - 9, strokes(sign))
}
