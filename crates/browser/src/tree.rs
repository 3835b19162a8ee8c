//! The text of a request, as a tree. It holds what requests are made of: whole numbers alone, so that no
//! code to read others is in the WebAssembly.

use serde::de::Error as _;

use crate::reader::Error;

/// JSON that was read.
#[derive(PartialEq, Eq, Default, Debug)]
pub(crate) enum Tree {
    #[default]
    Null,
    Bool(bool),
    Integer(i64),
    Text(String),
    /// A text of a query, which stands for what is asked of it: a text, a number or a truth value.
    Word(String),
    List(Vec<Tree>),
    /// The fields in the order of the text.
    Object(Vec<(String, Tree)>),
}

impl Tree {
    /// Reads JSON.
    ///
    /// # Errors
    /// When it is none, has a number with a fraction, an exponent or more than 64 bits, or is deeper than
    /// [`MAX_DEPTH`].
    pub(crate) fn read(text: &[u8]) -> Result<Self, Error> {
        let text = str::from_utf8(text).map_err(|error| wrong("UTF-8", error.valid_up_to()))?;
        let mut parser = Parser { text, at: 0, depth: 0 };
        let tree = parser.value()?;
        match parser.next() {
            None => Ok(tree),
            Some(_) => Err(parser.wrong("the end")),
        }
    }

    /// Reads the query of an address as an object, as `ply=3&lines=2`.
    pub(crate) fn of_query(query: &str) -> Self {
        let parameter = |text: &str| {
            let (name, value) = text.split_once('=').unwrap_or((text, ""));
            (decoded(name), Self::Word(decoded(value)))
        };
        let texts = query.split('&').filter(|text| !text.is_empty());
        Self::Object(texts.map(parameter).collect())
    }

    /// Takes a field out of an object; null where there is none.
    pub(crate) fn take(&mut self, name: &str) -> Self {
        let Self::Object(fields) = self else { return Self::Null };
        let field = fields.iter_mut().find(|(known, _)| known == name);
        field.map(|(_, value)| std::mem::take(value)).unwrap_or_default()
    }
}

/// How many lists and objects stand within each other at most: the stack of a browser is small.
const MAX_DEPTH: usize = 64;

/// What is wrong with a text: something else should stand at a byte.
fn wrong(expected: &str, at: usize) -> Error {
    Error::custom(format_args!("expected {expected} at byte {at}"))
}

/// A text that is being read.
struct Parser<'a> {
    text: &'a str,
    /// The byte that is read next; where a character begins.
    at: usize,
    /// How many lists and objects are open.
    depth: usize,
}

impl Parser<'_> {
    fn wrong(&self, expected: &str) -> Error {
        wrong(expected, self.at)
    }

    /// What has not been read.
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next byte, if the text goes on.
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The next byte after white space.
    fn next(&mut self) -> Option<u8> {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
        self.peek()
    }

    /// Reads a character that stands next; whether it does.
    fn skip(&mut self, byte: u8) -> bool {
        let is_next = self.next() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn value(&mut self) -> Result<Tree, Error> {
        match self.next() {
            Some(b'{') => self.object(),
            Some(b'[') => self.list(),
            Some(b'"') => self.text().map(Tree::Text),
            Some(b'-' | b'0'..=b'9') => self.integer(),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Tree, Error> {
        for (word, tree) in
            [("null", Tree::Null), ("true", Tree::Bool(true)), ("false", Tree::Bool(false))]
        {
            if self.rest().starts_with(word) {
                self.at += word.len();
                return Ok(tree);
            }
        }
        Err(self.wrong("a value"))
    }

    fn integer(&mut self) -> Result<Tree, Error> {
        let is_part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
        let length = self.rest().bytes().take_while(is_part).count();
        let number = self.rest().get(..length).unwrap_or_default();
        let digits = number.strip_prefix('-').unwrap_or(number);
        let has_zeros = digits.len() > 1 && digits.starts_with('0');
        let read = number.parse().ok().filter(|_| !has_zeros);
        let read = read.ok_or_else(|| self.wrong("a whole number of 64 bits"))?;
        self.at += length;
        Ok(Tree::Integer(read))
    }

    fn list(&mut self) -> Result<Tree, Error> {
        let mut items = Vec::new();
        self.items(b']', "`,` or `]`", &mut |parser| {
            items.push(parser.value()?);
            Ok(())
        })?;
        Ok(Tree::List(items))
    }

    fn object(&mut self) -> Result<Tree, Error> {
        let mut fields = Vec::new();
        self.items(b'}', "`,` or `}`", &mut |parser| {
            fields.push(parser.field(&fields)?);
            Ok(())
        })?;
        Ok(Tree::Object(fields))
    }

    /// A field of an object, of which some are known.
    fn field(&mut self, known: &[(String, Tree)]) -> Result<(String, Tree), Error> {
        if self.next() != Some(b'"') {
            return Err(self.wrong("a name in quotes"));
        }
        let at = self.at;
        let name = self.text()?;
        if known.iter().any(|(other, _)| *other == name) {
            return Err(wrong(&format!("a name other than `{name}`, which stands before,"), at));
        }
        if !self.skip(b':') {
            return Err(self.wrong("`:`"));
        }
        Ok((name, self.value()?))
    }

    /// Reads what stands between brackets, item by item.
    fn items(
        &mut self,
        end: u8,
        comma_or_end: &str,
        item: &mut dyn FnMut(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if self.depth == MAX_DEPTH {
            let most = format!("at most {MAX_DEPTH} lists and objects within each other");
            return Err(self.wrong(&most));
        }
        self.depth += 1;
        // The bracket.
        self.at += 1;
        if !self.skip(end) {
            item(self)?;
            while self.skip(b',') {
                item(self)?;
            }
            if !self.skip(end) {
                return Err(self.wrong(comma_or_end));
            }
        }
        self.depth -= 1;
        Ok(())
    }

    /// Reads a text in quotes.
    fn text(&mut self) -> Result<String, Error> {
        // The quote.
        self.at += 1;
        let mut read = String::new();
        loop {
            let is_plain = |byte: &u8| !matches!(byte, b'"' | b'\\' | ..b' ');
            let length = self.rest().bytes().take_while(is_plain).count();
            read.push_str(self.rest().get(..length).unwrap_or_default());
            self.at += length;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(read);
                }
                Some(b'\\') => read.push(self.escaped()?),
                _ => return Err(self.wrong("`\"` or a character that is no control character")),
            }
        }
    }

    /// Reads a character that is written with a backslash.
    fn escaped(&mut self) -> Result<char, Error> {
        let unknown = self.wrong(r#"one of \" \\ \/ \b \f \n \r \t \u"#);
        self.at += 1;
        let read = match self.peek() {
            Some(same @ (b'"' | b'\\' | b'/')) => char::from(same),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(),
            _ => return Err(unknown),
        };
        self.at += 1;
        Ok(read)
    }

    /// Reads the code of a character: four hexadecimal digits, or twice four for one beyond U+FFFF.
    fn unicode(&mut self) -> Result<char, Error> {
        // The backslash.
        let at = self.at - 1;
        let first = self.unit()?;
        let is_half = (0xd800..0xdc00).contains(&first);
        let second = if is_half && self.rest().starts_with("\\u") {
            // The backslash.
            self.at += 1;
            Some(self.unit()?)
        } else {
            None
        };
        let read = char::decode_utf16([first].into_iter().chain(second)).next();
        read.and_then(Result::ok).ok_or_else(|| wrong("both halves of a character", at))
    }

    /// Reads `u` and four hexadecimal digits.
    fn unit(&mut self) -> Result<u16, Error> {
        self.at += 1;
        let digits = self.text.as_bytes().get(self.at..self.at + 4);
        let read = digits.and_then(hexadecimal);
        let read = read.ok_or_else(|| self.wrong("four hexadecimal digits"))?;
        self.at += 4;
        Ok(read)
    }
}

/// The number that some hexadecimal digits stand for.
fn hexadecimal(digits: &[u8]) -> Option<u16> {
    let digit = |digit: &u8| char::from(*digit).to_digit(16);
    digits.iter().try_fold(0, |number, next| Some(number * 16 + digit(next)? as u16))
}

/// A part of a query, in which `+` stands for a space and `%` comes before the code of a byte.
fn decoded(text: &str) -> String {
    let mut left = text.as_bytes();
    let mut read = Vec::new();
    while let [byte, after @ ..] = left {
        let code = after.get(..2).filter(|_| *byte == b'%').and_then(hexadecimal);
        left = if code.is_some() { &after[2..] } else { after };
        read.push(match (code, byte) {
            (Some(code), _) => code as u8,
            (None, b'+') => b' ',
            (None, byte) => *byte,
        });
    }
    String::from_utf8_lossy(&read).into_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn read(text: &str) -> Tree {
        Tree::read(text.as_bytes()).expect(text)
    }

    #[track_caller]
    fn refused(text: impl AsRef<[u8]>, why: &str) {
        let error = Tree::read(text.as_ref()).expect_err("JSON that is none");
        assert_eq!(error.to_string(), why);
    }

    /// Whether both are the same JSON.
    fn is_same(tree: &Tree, value: &Value) -> bool {
        match (tree, value) {
            (Tree::Null, Value::Null) => true,
            (Tree::Bool(a), Value::Bool(b)) => a == b,
            // The other one takes `-0` for a number with a fraction.
            (Tree::Integer(a), Value::Number(b)) => {
                Some(*a) == b.as_i64() || b.as_f64() == Some(0.0)
            }
            (Tree::Text(a), Value::String(b)) => a == b,
            (Tree::List(a), Value::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b))
            }
            (Tree::Object(a), Value::Object(b)) => {
                let is_there = |(name, value): &(String, Tree)| {
                    b.get(name).is_some_and(|other| is_same(value, other))
                };
                a.len() == b.len() && a.iter().all(is_there)
            }
            _ => false,
        }
    }

    /// Whether it has a number that is no whole one of 64 bits.
    fn has_other_number(value: &Value) -> bool {
        match value {
            Value::Number(number) => number.as_i64().is_none(),
            Value::Array(items) => items.iter().any(has_other_number),
            Value::Object(fields) => fields.values().any(has_other_number),
            _ => false,
        }
    }

    /// Reads a text with both, which must agree in all but what a request never has.
    fn compare(text: &[u8]) {
        let shown = String::from_utf8_lossy(text);
        match (Tree::read(text), serde_json::from_slice::<Value>(text)) {
            (Ok(tree), Ok(value)) => assert!(is_same(&tree, &value), "{shown}: {tree:?}"),
            (Ok(tree), Err(error)) => panic!("{shown}: {tree:?}, but {error}"),
            (Err(error), Ok(value)) => {
                let is_twice = error.to_string().contains("which stands before");
                assert!(is_twice || has_other_number(&value), "{shown}: {error}");
            }
            (Err(_), Err(_)) => {}
        }
    }

    const DOCUMENTS: [&str; 9] = [
        "null",
        " [ true , false , null ] ",
        "[0, -1, 10, 9223372036854775807, -9223372036854775808]",
        "[[], {}, [[]], {\"\": {}}]",
        r#"{"do":"move","path":["a1","b2"],"revision":12,"request":"x"}"#,
        r#""\" \\ \/ \b \f \n \r \t \u00e9 \u20AC \ud83d\ude00""#,
        "\"\u{e9}\u{20ac}\u{1f600}\u{7f}\"",
        "\t{\r\n\"a\" : 1 , \"b\" : [ 2 ]\n}",
        r#"{"white":{"player":"computer","level":7},"black":{"player":"human"},"target":null}"#,
    ];

    #[test]
    fn what_is_read_is_what_serde_reads() {
        for document in DOCUMENTS {
            assert!(is_same(&read(document), &document.parse().expect("JSON")), "{document}");
        }
    }

    #[test]
    fn damaged_documents_are_refused_like_by_serde() {
        for document in DOCUMENTS.map(str::as_bytes) {
            for at in 0..document.len() {
                compare(&document[..at]);
                compare(&document[at..]);
                compare(&[&document[..at], &document[at + 1..]].concat());
                for byte in 0..=u8::MAX {
                    let mut other = document.to_vec();
                    other[at] = byte;
                    compare(&other);
                    other.insert(at + 1, document[at]);
                    compare(&other);
                }
            }
        }
    }

    #[test]
    fn refusals_say_what_is_expected_and_where() {
        refused("", "expected a value at byte 0");
        refused("nul", "expected a value at byte 0");
        refused("[1", "expected `,` or `]` at byte 2");
        refused("[1,]", "expected a value at byte 3");
        refused(r#"{"a":1"#, "expected `,` or `}` at byte 6");
        refused(r#"{"a" 1}"#, "expected `:` at byte 5");
        refused("{a:1}", "expected a name in quotes at byte 1");
        refused("1 2", "expected the end at byte 2");
        refused(
            r#"{"a":1, "a":2}"#,
            "expected a name other than `a`, which stands before, at byte 8",
        );
        refused("\"a\n\"", "expected `\"` or a character that is no control character at byte 2");
        refused(r#""\x""#, r#"expected one of \" \\ \/ \b \f \n \r \t \u at byte 1"#);
        refused(r#""\u12""#, "expected four hexadecimal digits at byte 3");
        refused(r#""\u+123""#, "expected four hexadecimal digits at byte 3");
        refused([b'"', b'a', 0xff, b'"'], "expected UTF-8 at byte 2");
    }

    #[test]
    fn halves_of_characters_are_refused() {
        for text in
            [r#"[1,"\ud83d"]"#, r#"[1,"\ude00"]"#, r#"[1,"\ud83d\ud83d"]"#, r#"[1,"\ud83dx"]"#]
        {
            refused(text, "expected both halves of a character at byte 4");
        }
    }

    #[test]
    fn numbers_are_whole_ones_of_64_bits() {
        for number in
            ["1.0", "1e3", "01", "-", "-01", "1-", "9223372036854775808", "-9223372036854775809"]
        {
            refused(format!("[{number}]"), "expected a whole number of 64 bits at byte 1");
        }
        refused("9".repeat(10_000), "expected a whole number of 64 bits at byte 0");
    }

    #[test]
    fn depth_has_a_limit() {
        let nested = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        read(&nested(MAX_DEPTH));
        let why = "expected at most 64 lists and objects within each other at byte 64";
        refused(nested(MAX_DEPTH + 1), why);
        refused("[".repeat(1_000_000), why);
        refused(r#"{"":"#.repeat(1_000_000), &why.replace("byte 64", "byte 256"));
        // Beside each other they may be as many as one likes.
        read(&format!("[{}[]]", "[],".repeat(1_000)));
    }

    #[test]
    fn queries_are_read_as_browsers_write_them() {
        let words = |fields: &[(&str, &str)]| {
            let word = |(name, value): &(&str, &str)| {
                (String::from(*name), Tree::Word(String::from(*value)))
            };
            Tree::Object(fields.iter().map(word).collect())
        };
        for (query, fields) in [
            ("", &[][..]),
            ("ply=3&&flip", &[("ply", "3"), ("flip", "")]),
            ("a=b=c&=d", &[("a", "b=c"), ("", "d")]),
            ("a+b=%C3%a9%2B", &[("a b", "\u{e9}+")]),
            ("a=%&b=%4&c=%zz%41", &[("a", "%"), ("b", "%4"), ("c", "%zzA")]),
            ("a=%ff", &[("a", "\u{fffd}")]),
        ] {
            assert_eq!(Tree::of_query(query), words(fields), "{query}");
        }
    }
}
