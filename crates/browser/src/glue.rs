//! What the page calls. Requests and answers are JSON, and go through one buffer: the page asks for
//! room, writes the request there, calls [`answer`] and reads as many bytes as it says.
#![expect(unsafe_code, reason = "names that the linker keeps, and a function of the page")]

use std::sync::{Mutex, PoisonError};

static BUFFER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Takes a report of a search under way: JSON, to be read at once.
    safe fn report(text: *const u8, length: usize);
}

/// Makes the buffer this long; gives where it is.
#[unsafe(no_mangle)]
extern "C" fn buffer(length: usize) -> *mut u8 {
    let mut buffer = BUFFER.lock().unwrap_or_else(PoisonError::into_inner);
    buffer.resize(length, 0);
    buffer.as_mut_ptr()
}

/// Answers the request in the buffer; gives the length of the answer, which is there instead.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    let request = std::mem::take(&mut *BUFFER.lock().unwrap_or_else(PoisonError::into_inner));
    let answer = crate::request::answer_json(&request, |text| report(text.as_ptr(), text.len()));
    let length = answer.len();
    *BUFFER.lock().unwrap_or_else(PoisonError::into_inner) = answer.into_bytes();
    length
}
