//! Reads PDF as the sheets have it: objects one after another, and streams that are deflated.

use std::collections::HashMap;

/// What a page shows.
#[derive(Debug, Default)]
pub(crate) struct PageRead {
    /// Width and height in points.
    pub(crate) size: (f32, f32),
    /// Its texts, in the order in which they are drawn.
    pub(crate) texts: Vec<TextRead>,
    /// The corners of its straight lines and curves.
    pub(crate) points: Vec<(f32, f32)>,
    /// Its filled squares and straight lines: the points of each path.
    pub(crate) paths: Vec<Vec<(f32, f32)>>,
}

/// A piece of text in one font.
#[derive(Debug)]
pub(crate) struct TextRead {
    pub(crate) text: String,
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) width: f32,
    pub(crate) size: f32,
}

impl PageRead {
    /// All that it says, with a blank after each piece.
    pub(crate) fn text(&self) -> String {
        self.texts.iter().flat_map(|piece| [piece.text.as_str(), " "]).collect()
    }
}

/// A file as it was read.
pub(crate) struct FileRead {
    objects: HashMap<u32, Vec<u8>>,
    pub(crate) pages: Vec<PageRead>,
}

impl FileRead {
    pub(crate) fn new(pdf: &[u8]) -> Self {
        let objects = objects(pdf);
        let mut file = Self { objects, pages: Vec::new() };
        file.pages = file.kids().into_iter().map(|id| file.page(id)).collect();
        file
    }

    /// The text of a dictionary that holds a key.
    pub(crate) fn dictionary_with(&self, key: &str) -> String {
        let texts = self.objects.keys().map(|id| self.dictionary(*id));
        texts.into_iter().find(|text| text.contains(key)).unwrap_or_default()
    }

    fn dictionary(&self, id: u32) -> String {
        let bytes = &self.objects[&id];
        let end = find(bytes, b"stream").unwrap_or(bytes.len());
        bytes[..end].iter().map(|byte| char::from(*byte)).collect()
    }

    fn kids(&self) -> Vec<u32> {
        let pages = self.dictionary_with("/Kids");
        let list = between(&pages, "/Kids [", "]");
        let numbers: Vec<u32> = list.split(' ').filter_map(|word| word.parse().ok()).collect();
        numbers.chunks(2).map(|reference| reference[0]).collect()
    }

    fn page(&self, id: u32) -> PageRead {
        let page = self.dictionary(id);
        let media: Vec<f32> = numbers(between(&page, "/MediaBox [", "]"));
        let contents = first_number(after(&page, "/Contents "));
        let stream = &self.objects[&contents];
        let (from, to) = (find(stream, b"stream\n"), find(stream, b"\nendstream"));
        let packed = &stream[from.expect("a stream") + 7..to.expect("its end")];
        let drawn = miniz_oxide::inflate::decompress_to_vec_zlib(packed).expect("deflated");
        let mut reader = Drawing { fonts: self.fonts(&page), ..Drawing::default() };
        reader.page.size = (media[2], media[3]);
        reader.read(&drawn);
        reader.page
    }

    /// The widths of the characters of the fonts of a page, from the blank on.
    fn fonts(&self, page: &str) -> HashMap<String, Vec<f32>> {
        let list = between(page, "/Font <<", ">>");
        let mut words = list.split_whitespace();
        let mut fonts = HashMap::new();
        while let (Some(name), Some(id), Some(_), Some(_)) =
            (words.next(), words.next(), words.next(), words.next())
        {
            let font = self.dictionary(id.parse().expect("a reference"));
            assert!(font.contains("/WinAnsiEncoding"), "{font}");
            assert!(font.contains("/FirstChar 32"), "{font}");
            fonts.insert(name[1..].to_owned(), numbers(between(&font, "/Widths [", "]")));
        }
        fonts
    }
}

/// The objects of a file by their numbers.
fn objects(pdf: &[u8]) -> HashMap<u32, Vec<u8>> {
    let mut objects = HashMap::new();
    let mut rest = pdf;
    while let Some(start) = find(rest, b" 0 obj\n") {
        let line = rest[..start].rsplit(|byte| !byte.is_ascii_digit()).next().expect("a number");
        let id = std::str::from_utf8(line).ok().and_then(|text| text.parse().ok());
        let body = &rest[start + 7..];
        let end = find(body, b"\nendobj").expect("the end of an object");
        objects.insert(id.expect("a number"), body[..end].to_vec());
        rest = &body[end + 7..];
    }
    objects
}

/// A content stream while it is read.
#[derive(Default)]
struct Drawing {
    page: PageRead,
    fonts: HashMap<String, Vec<f32>>,
    operands: Vec<f32>,
    name: String,
    string: Vec<u8>,
    /// The transform, and those that are kept: scales and shifts alone.
    transform: [f32; 4],
    kept: Vec<[f32; 4]>,
    font: (String, f32),
    at: (f32, f32),
    path: Vec<(f32, f32)>,
}

impl Drawing {
    fn read(&mut self, drawn: &[u8]) {
        self.transform = [1.0, 1.0, 0.0, 0.0];
        let mut index = 0;
        while index < drawn.len() {
            match drawn[index] {
                b'(' => index = self.literal(drawn, index + 1),
                b'<' => index = self.hexadecimal(drawn, index + 1),
                b' ' | b'\n' | b'[' | b']' => index += 1,
                _ => {
                    let end = drawn[index..].iter().position(|byte| b" \n()[]<".contains(byte));
                    let end = end.map_or(drawn.len(), |length| index + length);
                    let word = std::str::from_utf8(&drawn[index..end]).expect("a word");
                    self.word(word);
                    index = end;
                }
            }
        }
    }

    fn literal(&mut self, drawn: &[u8], mut index: usize) -> usize {
        self.string.clear();
        let mut depth = 1;
        loop {
            match drawn[index] {
                b'\\' if drawn[index + 1].is_ascii_digit() => {
                    let digits = std::str::from_utf8(&drawn[index + 1..index + 4]).expect("digits");
                    self.string.push(u8::from_str_radix(digits, 8).expect("octal"));
                    index += 3;
                }
                b'\\' => {
                    index += 1;
                    self.string.push(drawn[index]);
                }
                byte => {
                    depth += i32::from(byte == b'(') - i32::from(byte == b')');
                    if depth == 0 {
                        return index + 1;
                    }
                    self.string.push(byte);
                }
            }
            index += 1;
        }
    }

    fn hexadecimal(&mut self, drawn: &[u8], index: usize) -> usize {
        let length = drawn[index..].iter().position(|byte| *byte == b'>').expect("an end");
        let digits = std::str::from_utf8(&drawn[index..index + length]).expect("digits");
        let byte = |place| u8::from_str_radix(&digits[place..place + 2], 16).expect("a byte");
        self.string = (0..length).step_by(2).map(byte).collect();
        index + length + 1
    }

    fn word(&mut self, word: &str) {
        if let Ok(number) = word.parse() {
            self.operands.push(number);
            return;
        }
        if let Some(name) = word.strip_prefix('/') {
            name.clone_into(&mut self.name);
            return;
        }
        let operands = std::mem::take(&mut self.operands);
        match (word, operands.as_slice()) {
            ("q", _) => self.kept.push(self.transform),
            ("Q", _) => self.transform = self.kept.pop().expect("a kept state"),
            ("cm", [sx, _, _, sy, x, y]) => {
                let [width, height, left, low] = self.transform;
                self.transform = [sx * width, sy * height, x * width + left, y * height + low];
            }
            ("BT", _) => self.at = (0.0, 0.0),
            ("Td", [x, y]) => self.at = (self.at.0 + x, self.at.1 + y),
            ("Tf", [size]) => self.font = (self.name.clone(), *size),
            ("Tj", _) => self.show(),
            ("m" | "l", [x, y]) | ("c", [_, _, _, _, x, y]) => self.point(*x, *y),
            ("re", [x, y, width, height]) => {
                self.point(*x, *y);
                self.point(x + width, y + height);
            }
            ("S" | "f" | "B" | "n", _) => {
                let path = std::mem::take(&mut self.path);
                self.page.points.extend(&path);
                self.page.paths.push(path);
            }
            _ => {}
        }
    }

    fn point(&mut self, x: f32, y: f32) {
        let [sx, sy, dx, dy] = self.transform;
        self.path.push((x * sx + dx, y * sy + dy));
    }

    fn show(&mut self) {
        let (name, size) = &self.font;
        let widths = &self.fonts[name];
        let width_of = |byte: &u8| widths[usize::from(*byte) - 32] * size / 1000.0;
        let width: f32 = self.string.iter().map(width_of).sum();
        let text = self.string.iter().map(|byte| decoded(*byte)).collect();
        let (x, y) = self.at;
        self.page.texts.push(TextRead { text, x, y, width, size: *size });
        self.at.0 += width;
    }
}

/// A character of `WinAnsiEncoding`, as far as the texts have them.
fn decoded(byte: u8) -> char {
    match byte {
        0x91 => '‘',
        0x92 => '’',
        0x93 => '“',
        0x94 => '”',
        0x95 => '•',
        0x96 => '–',
        0x9c => 'œ',
        0x80..=0x9f => panic!("another character: {byte:#x}"),
        _ => char::from(byte),
    }
}

fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

fn after<'a>(text: &'a str, start: &str) -> &'a str {
    text.split_once(start).unwrap_or_else(|| panic!("no {start} in {text}")).1
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    after(text, start).split(end).next().unwrap_or_default()
}

fn numbers(list: &str) -> Vec<f32> {
    list.split_whitespace().map(|word| word.parse().expect("a number")).collect()
}

fn first_number(text: &str) -> u32 {
    text.split(' ').next().and_then(|word| word.parse().ok()).expect("a number")
}
