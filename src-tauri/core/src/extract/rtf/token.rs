//! Cuts RTF into its tokens. Knows the syntax and no control word but `\bin`.

/// One token.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Token<'a> {
    /// `{`.
    Open,
    /// `}`.
    Close,
    /// A control word with its number, where it has one: `\u8364`.
    Word(&'a str, Option<i32>),
    /// A control symbol: `\~`.
    Symbol(u8),
    /// One byte of text, written `\'e1`.
    Hex(u8),
    /// Bytes of text as they stand.
    Text(&'a [u8]),
}

/// Walks over the bytes of a file.
pub(super) struct Tokens<'a> {
    rest: &'a [u8],
}

impl<'a> Tokens<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.rest.split_at(count.min(self.rest.len()));
        self.rest = rest;
        taken
    }

    fn control(&mut self) -> Option<Token<'a>> {
        let first = *self.rest.first()?;
        if !first.is_ascii_alphabetic() {
            self.take(1);
            if first != b'\'' {
                return Some(Token::Symbol(first));
            }
            let digits = self.rest.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
            let Some(byte) = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) else {
                // A quote without two digits says nothing; what follows is text.
                return self.next();
            };
            self.take(2);
            return Some(Token::Hex(byte));
        }
        let letters = self.rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        // Ten times the longest word that the specification knows; more is not RTF.
        let word = std::str::from_utf8(self.take(letters.min(320))).unwrap_or("");
        let sign = usize::from(self.rest.first() == Some(&b'-'));
        let digits = self.rest.iter().skip(sign).take_while(|byte| byte.is_ascii_digit()).count();
        let mut number = None;
        if digits > 0 {
            let written = std::str::from_utf8(self.take(sign + digits)).unwrap_or("0");
            number = Some(written.parse::<i64>().unwrap_or(0).clamp(i32::MIN.into(), i32::MAX.into()) as i32);
        }
        if self.rest.first() == Some(&b' ') {
            self.take(1);
        }
        if word == "bin" {
            self.take(number.and_then(|count| usize::try_from(count).ok()).unwrap_or(0));
            return self.next();
        }
        Some(Token::Word(word, number))
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let first = *self.rest.first()?;
            match first {
                b'{' | b'}' | b'\\' => {
                    self.take(1);
                    return match first {
                        b'{' => Some(Token::Open),
                        b'}' => Some(Token::Close),
                        _ => self.control(),
                    };
                }
                // Line ends of the file itself are no text.
                b'\r' | b'\n' | 0 => {
                    self.take(1);
                }
                b'\t' => {
                    self.take(1);
                    return Some(Token::Word("tab", None));
                }
                _ => {
                    let is_text = |byte: &&u8| !matches!(byte, b'{' | b'}' | b'\\' | b'\r' | b'\n' | b'\t' | 0);
                    let count = self.rest.iter().take_while(is_text).count();
                    return Some(Token::Text(self.take(count)));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_cut_as_the_specification_says() {
        use Token::*;
        let cases: &[(&[u8], &[Token<'_>])] = &[
            (b"{\\b x}", &[Open, Word("b", None), Text(b"x"), Close]),
            (b"\\u-3913?\\'e1z", &[Word("u", Some(-3913)), Text(b"?"), Hex(0xE1), Text(b"z")]),
            (b"a\r\nb\tc", &[Text(b"a"), Text(b"b"), Word("tab", None), Text(b"c")]),
            (b"\\~\\\\\\{", &[Symbol(b'~'), Symbol(b'\\'), Symbol(b'{')]),
            (b"\\bin2 }{\\x", &[Word("x", None)]),
            (b"\\b-x\\", &[Word("b", None), Text(b"-x")]),
            (b"\\'zz", &[Text(b"zz")]),
            (b"\\fs99999999999999999999 ", &[Word("fs", Some(0))]),
        ];
        for (bytes, expected) in cases {
            assert_eq!(Tokens::new(bytes).collect::<Vec<_>>(), *expected, "{}", String::from_utf8_lossy(bytes));
        }
    }
}
