//! Requests into the types of what they ask: serde's interface to a [`Tree`]. Errors name the place, as
//! those of the server do: `white.level: expected u8`.

use std::fmt::{self, Display};
use std::slice::Iter;

use serde::de::{
    DeserializeSeed, Deserializer, Error as _, Expected, IntoDeserializer as _, MapAccess,
    SeqAccess, Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;

use crate::tree::Tree;

/// What can't be read, and why. In a box, since nearly every function of this module may give it.
#[derive(Debug)]
pub(crate) struct Error(Box<Wrong>);

#[derive(Debug)]
struct Wrong {
    /// Where in a tree it is, as `events[2].what`; empty for all of it.
    path: String,
    message: String,
}

impl Error {
    /// The same, as seen from what has it as the part of a name.
    fn within(mut self, name: &str) -> Self {
        let path = &mut self.0.path;
        if !path.is_empty() && !path.starts_with('[') {
            path.insert(0, '.');
        }
        path.insert_str(0, name);
        self
    }

    fn within_item(self, index: usize) -> Self {
        self.within(&format!("[{index}]"))
    }

    fn expected(what: &dyn Expected) -> Self {
        Self::custom(format_args!("expected {what}"))
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.path.is_empty() {
            write!(f, "{}: ", self.0.path)?;
        }
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Error {}

/// What is found instead of the expected is left out: [`Unexpected`] prints numbers with a fraction too, and
/// the code for that is large.
impl serde::de::Error for Error {
    fn custom<T: Display>(message: T) -> Self {
        Self(Box::new(Wrong { path: String::new(), message: message.to_string() }))
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::expected(expected)
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::expected(expected)
    }
}

/// Reads whole numbers; those of a query are texts.
macro_rules! deserialize_integers {
    ($($deserialize:ident $visit:ident,)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self {
                Tree::Integer(number) => visitor.visit_i64(*number),
                Tree::Word(word) => visitor.$visit(word.parse().map_err(Error::custom)?),
                _ => Err(Error::expected(&visitor)),
            }
        }
    )*};
}

/// Each type of value is read by itself, so that the code for values that it doesn't take is left out.
impl<'de> Deserializer<'de> for &'de Tree {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Tree::Null => visitor.visit_unit(),
            Tree::Bool(value) => visitor.visit_bool(*value),
            Tree::Integer(number) => visitor.visit_i64(*number),
            Tree::Text(text) | Tree::Word(text) => visitor.visit_str(text),
            Tree::List(_) => self.deserialize_seq(visitor),
            Tree::Object(_) => self.deserialize_map(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Tree::Bool(value) => visitor.visit_bool(*value),
            Tree::Word(word) => visitor.visit_bool(word.parse().map_err(Error::custom)?),
            _ => Err(Error::expected(&visitor)),
        }
    }

    deserialize_integers! {
        deserialize_i64 visit_i64,
        deserialize_u8 visit_u8,
        deserialize_u16 visit_u16,
        deserialize_u32 visit_u32,
        deserialize_u64 visit_u64,
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Tree::Text(text) | Tree::Word(text) => visitor.visit_str(text),
            _ => Err(Error::expected(&visitor)),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Tree::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Tree::List(list) = self else { return Err(Error::expected(&visitor)) };
        let mut items = Items { list, index: 0 };
        let read = visitor.visit_seq(&mut items)?;
        if items.index < list.len() {
            return Err(Error::invalid_length(list.len(), &"fewer items"));
        }
        Ok(read)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Tree::Object(fields) => visitor.visit_map(Fields { left: fields.iter(), open: None }),
            _ => Err(Error::expected(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    /// An enum without data, by the name of its variant.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self {
            Tree::Text(name) | Tree::Word(name) => {
                visitor.visit_enum(name.as_str().into_deserializer())
            }
            _ => Err(Error::expected(&visitor)),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i128 u128 f32 f64 char bytes byte_buf unit unit_struct tuple_struct identifier
    }
}

/// The items of a list.
struct Items<'a> {
    list: &'a [Tree],
    /// Which is read next.
    index: usize,
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        let Some(item) = self.list.get(self.index) else { return Ok(None) };
        let read = seed.deserialize(item).map_err(|error| error.within_item(self.index));
        self.index += 1;
        read.map(Some)
    }
}

/// The fields of an object.
struct Fields<'a> {
    left: Iter<'a, (String, Tree)>,
    /// The one of which the name was read.
    open: Option<&'a (String, Tree)>,
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        self.open = self.left.next();
        let Some((name, _)) = self.open else { return Ok(None) };
        seed.deserialize(Name(name)).map(Some).map_err(|error| error.within(name))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let Some((name, value)) = self.open else {
            return Err(Error::custom("the name of a field is read before its value"));
        };
        seed.deserialize(value).map_err(|error| error.within(name))
    }
}

/// The name of a field: a text, or the number for which it stands.
struct Name<'a>(&'a str);

impl<'de> Deserializer<'de> for Name<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str(self.0)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u64(self.0.parse().map_err(Error::custom)?)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fmt::Debug;

    use serde::Deserialize;
    use serde::de::DeserializeOwned;

    use super::*;

    #[derive(Deserialize, PartialEq, Eq, Debug)]
    #[serde(rename_all = "lowercase")]
    enum Colour {
        Red,
        Blue,
    }

    #[derive(Deserialize, PartialEq, Eq, Debug)]
    #[serde(deny_unknown_fields)]
    struct Item {
        name: Option<String>,
        #[serde(default)]
        colour: Option<Colour>,
        #[serde(default)]
        pair: Option<(String, u8)>,
    }

    #[derive(Deserialize, PartialEq, Eq, Debug)]
    struct Whole {
        #[serde(default)]
        items: Vec<Item>,
        #[serde(default)]
        ends: Option<[u32; 2]>,
        #[serde(default)]
        said: BTreeMap<usize, Vec<u16>>,
        #[serde(default)]
        time: i64,
        chance: u64,
        #[serde(default)]
        is_open: bool,
    }

    fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
        let tree = Tree::read(text.as_bytes()).expect(text);
        T::deserialize(&tree).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_read_is_what_serde_reads() {
        for text in [
            r#"{"chance":9007199254740991}"#,
            r#"{"chance":0,"time":-5,"is_open":true,"unknown":[{"a":[null]}]}"#,
            r#"{"chance":0,"items":[{"name":"a"},{"name":null,"colour":"blue","pair":["b",255]},{}]}"#,
            r#"{"chance":0,"ends":[1,2],"said":{"0":[],"12":[3,4]}}"#,
        ] {
            let expected: Whole = serde_json::from_str(text).expect(text);
            assert_eq!(read(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn refusals_say_what_is_expected_and_where() {
        for (text, why) in [
            ("[]", "expected struct Whole"),
            ("{}", "missing field `chance`"),
            (r#"{"chance":-1}"#, "chance: expected u64"),
            (r#"{"chance":"1"}"#, "chance: expected u64"),
            (r#"{"is_open":1}"#, "is_open: expected a boolean"),
            (r#"{"ends":[1]}"#, "ends: invalid length 1, expected an array of length 2"),
            (r#"{"ends":[1,2,3]}"#, "ends: invalid length 3, expected fewer items"),
            (r#"{"ends":[1,4294967296]}"#, "ends[1]: expected u32"),
            (r#"{"said":{"a":[]}}"#, "said.a: invalid digit found in string"),
            (r#"{"items":[{},{"name":1}]}"#, "items[1].name: expected a string"),
            (r#"{"items":[{"pair":["a",256]}]}"#, "items[0].pair[1]: expected u8"),
            (
                r#"{"items":[{"colour":"green"}]}"#,
                "items[0].colour: unknown variant `green`, expected `red` or `blue`",
            ),
            (
                r#"{"items":[{"size":1}]}"#,
                "items[0].size: unknown field `size`, expected one of `name`, `colour`, `pair`",
            ),
        ] {
            assert_eq!(read::<Whole>(text), Err(why.to_owned()), "{text}");
        }
    }

    #[test]
    fn parameters_stand_for_what_is_asked_of_them() {
        #[derive(Deserialize, PartialEq, Eq, Debug)]
        struct Query {
            name: Option<String>,
            seed: Option<u64>,
            #[serde(default)]
            flip: bool,
            colour: Option<Colour>,
        }
        let read =
            |query| Query::deserialize(&Tree::of_query(query)).map_err(|error| error.to_string());
        let nothing = Query { name: None, seed: None, flip: false, colour: None };
        assert_eq!(read(""), Ok(nothing));
        let all = Query {
            name: Some("7".to_owned()),
            seed: Some(u64::MAX),
            flip: true,
            colour: Some(Colour::Red),
        };
        assert_eq!(read("name=7&seed=18446744073709551615&flip=true&colour=red"), Ok(all));
        for (query, why) in [
            ("seed=-1", "seed: invalid digit found in string"),
            ("seed=", "seed: cannot parse integer from empty string"),
            ("flip=1", "flip: provided string was not `true` or `false`"),
            ("seed=1&seed=2", "duplicate field `seed`"),
        ] {
            assert_eq!(read(query), Err(why.to_owned()), "{query}");
        }
    }
}
