//! The numbers of ordered lists as they are shown: clauses are cited by them.

use scraper::node::Element;

/// How an ordered list writes its numbers; letters and Roman numerals in capitals or not.
#[derive(Clone, Copy)]
pub(super) enum Numbering {
    Decimal,
    Letter(bool),
    Roman(bool),
}

/// Returns the first number of an ordered list and how it is written.
pub(super) fn list_start(element: &Element) -> (i64, Numbering) {
    let start = element.attr("start").and_then(|start| start.trim().parse().ok()).unwrap_or(1);
    let numbering = match element.attr("type").unwrap_or("1") {
        "a" => Numbering::Letter(false),
        "A" => Numbering::Letter(true),
        "i" => Numbering::Roman(false),
        "I" => Numbering::Roman(true),
        _ => Numbering::Decimal,
    };
    (start, numbering)
}

/// Writes an item's number, without the dot.
pub(super) fn write_number(number: i64, numbering: Numbering) -> String {
    const ROMAN: [(i64, &str); 13] = [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    let (written, upper) = match numbering {
        Numbering::Letter(upper) if number > 0 => {
            let (mut rest, mut letters) = (number, Vec::new());
            while rest > 0 {
                rest -= 1;
                letters.push(char::from(b'a' + (rest % 26) as u8));
                rest /= 26;
            }
            (letters.iter().rev().collect::<String>(), upper)
        }
        Numbering::Roman(upper) if (1..4000).contains(&number) => {
            let (mut rest, mut letters) = (number, String::new());
            for (value, sign) in ROMAN {
                while rest >= value {
                    letters.push_str(sign);
                    rest -= value;
                }
            }
            (letters, upper)
        }
        _ => (number.to_string(), false),
    };
    if upper { written.to_uppercase() } else { written }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_shown() {
        for (number, numbering, expected) in [
            (27, Numbering::Letter(false), "aa"),
            (26, Numbering::Letter(true), "Z"),
            (0, Numbering::Letter(true), "0"),
            (1994, Numbering::Roman(true), "MCMXCIV"),
            (4000, Numbering::Roman(false), "4000"),
            (-3, Numbering::Decimal, "-3"),
        ] {
            assert_eq!(write_number(number, numbering), expected);
        }
    }
}
