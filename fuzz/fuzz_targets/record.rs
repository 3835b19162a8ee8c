//! A text that holds records can be written and read again.
#![no_main]

use katarenga_rules::Record;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for record in Record::read_all(text).flatten() {
        let written = record.to_string();
        let read = Record::read(&written).expect("what was written can be read");
        assert_eq!(read, record);
        assert_eq!(read.to_string(), written);
    }
});
