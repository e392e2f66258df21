//! Numbers written in words, Spanish and English: "ciento cuarenta y seis mil", "twenty-one".
//!
//! Takes words in lower case without accents, one at a time. Not here: units and digits.

/// A number that is being read word by word.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Words {
    /// Closed groups: millions and thousands.
    total: u64,
    /// The open group below a thousand.
    group: u64,
    /// The least value that has been added to the open group, and so what may still follow.
    room: u64,
    started: bool,
}

/// What a word adds to a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Units and teens.
    Small(u64),
    /// Twenty to ninety.
    Ten(u64),
    /// Spanish hundreds, which are one word.
    Hundreds(u64),
    /// English "hundred".
    Hundred,
    /// A thousand, a million.
    Scale(u64),
}

fn part(word: &str, english: bool) -> Option<Part> {
    use Part::{Hundred, Hundreds, Scale, Small, Ten};
    let spanish = match word {
        "un" | "uno" | "una" => Small(1),
        "dos" => Small(2),
        "tres" => Small(3),
        "cuatro" => Small(4),
        "cinco" => Small(5),
        "seis" => Small(6),
        "siete" => Small(7),
        "ocho" => Small(8),
        "nueve" => Small(9),
        "diez" => Small(10),
        // English "once" and Spanish "ten" are no numbers.
        "once" if !english => Small(11),
        "doce" => Small(12),
        "trece" => Small(13),
        "catorce" => Small(14),
        "quince" => Small(15),
        "dieciseis" => Small(16),
        "diecisiete" => Small(17),
        "dieciocho" => Small(18),
        "diecinueve" => Small(19),
        "veintiun" | "veintiuno" | "veintiuna" => Small(21),
        "veintidos" => Small(22),
        "veintitres" => Small(23),
        "veinticuatro" => Small(24),
        "veinticinco" => Small(25),
        "veintiseis" => Small(26),
        "veintisiete" => Small(27),
        "veintiocho" => Small(28),
        "veintinueve" => Small(29),
        "veinte" => Ten(20),
        "treinta" => Ten(30),
        "cuarenta" => Ten(40),
        "cincuenta" => Ten(50),
        "sesenta" => Ten(60),
        "setenta" => Ten(70),
        "ochenta" => Ten(80),
        "noventa" => Ten(90),
        "cien" | "ciento" => Hundreds(100),
        "mil" => Scale(1_000),
        "millon" | "millones" => Scale(1_000_000),
        _ => match hundreds(word) {
            Some(value) => Hundreds(value),
            None => return english_part(word, english),
        },
    };
    return Some(spanish);

    fn hundreds(word: &str) -> Option<u64> {
        let stem = word.strip_suffix("os").or_else(|| word.strip_suffix("as"))?;
        let value = match stem {
            "doscient" => 2,
            "trescient" => 3,
            "cuatrocient" => 4,
            "quinient" => 5,
            "seiscient" => 6,
            "setecient" => 7,
            "ochocient" => 8,
            "novecient" => 9,
            _ => return None,
        };
        Some(value * 100)
    }

    fn english_part(word: &str, english: bool) -> Option<Part> {
        const SMALL: [&str; 19] = [
            "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
            "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
        ];
        const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
        if word == "ten" && !english {
            return None;
        }
        if let Some(at) = SMALL.iter().position(|&small| small == word) {
            return Some(Small(at as u64 + 1));
        }
        if let Some(at) = TENS.iter().position(|&ten| ten == word) {
            return Some(Ten(at as u64 * 10 + 20));
        }
        match word {
            "fourty" => Some(Ten(40)),
            "hundred" => Some(Hundred),
            "thousand" => Some(Scale(1_000)),
            "million" => Some(Scale(1_000_000)),
            _ => None,
        }
    }
}

/// Returns what a word multiplies the digits before it by: "39 mil", "2.5 million".
pub(super) fn scale(word: &str) -> Option<u64> {
    match word {
        "mil" | "thousand" => Some(1_000),
        "millon" | "millones" | "million" | "millions" => Some(1_000_000),
        "billion" => Some(1_000_000_000),
        "billon" | "billones" => Some(1_000_000_000_000),
        _ => None,
    }
}

impl Words {
    /// Takes one more word; returns whether it belongs to the number.
    pub(super) fn take(&mut self, word: &str, english: bool) -> bool {
        let Some(part) = part(word, english) else { return false };
        let room = if self.started { self.room } else { u64::MAX };
        match part {
            Part::Small(value) if room > value && (room == u64::MAX || room >= 20) => {
                self.group += value;
                // "veintiuno mil" may follow, another unit may not.
                self.room = 1;
            }
            Part::Ten(value) if room >= 100 => {
                self.group += value;
                self.room = 20;
            }
            Part::Hundreds(value) if room >= 1_000 => {
                self.group += value;
                self.room = 100;
            }
            Part::Hundred if self.started && (1..100).contains(&self.group) => {
                self.group *= 100;
                self.room = 100;
            }
            Part::Scale(value) if self.group > 0 || value == 1_000 && !matches!(word, "thousand") => {
                if self.total > 0 && self.total % (value * 1_000) != 0 {
                    return false;
                }
                self.total += self.group.max(1) * value;
                self.group = 0;
                self.room = value.min(1_000);
            }
            _ => return false,
        }
        self.started = true;
        true
    }

    /// Returns whether "y" or "and" may stand between the words so far and `next`.
    pub(super) fn joins(&self, joint: &str, next: &str, english: bool) -> bool {
        let small = matches!(part(next, english), Some(Part::Small(_) | Part::Ten(_)));
        match joint {
            "y" => self.room == 20 && matches!(part(next, english), Some(Part::Small(1..=9))),
            "and" => small && matches!(self.room, 100 | 1_000),
            _ => false,
        }
    }

    /// Returns the number, if a word has been taken.
    pub(super) fn value(&self) -> Option<u64> {
        self.started.then_some(self.total + self.group)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_added_up() {
        let check = |text: &str, expected: Option<u64>| {
            let mut words = Words::default();
            let all: Vec<&str> = text.split([' ', '-']).collect();
            let english = text.contains("thousand") || text.contains("hundred") || text.contains("ten");
            for (index, word) in all.iter().enumerate() {
                let next = all.get(index + 1).copied().unwrap_or("");
                if !words.joins(word, next, english) && !words.take(word, english) {
                    break;
                }
            }
            assert_eq!(words.value(), expected, "{text}");
        };
        check("ciento cuarenta y seis mil", Some(146_000));
        check("treinta y nueve mil quinientos", Some(39_500));
        check("mil quinientos", Some(1_500));
        check("cien mil", Some(100_000));
        check("dos mil veintiuno", Some(2_021));
        check("novecientos noventa y nueve mil novecientos noventa y nueve", Some(999_999));
        check("un millon doscientos mil", Some(1_200_000));
        check("veintiun", Some(21));
        check("twenty-one", Some(21));
        check("one hundred and five thousand two hundred and ten", Some(105_210));
        check("nineteen", Some(19));
        check("two three", Some(2));
        check("dos tres", Some(2));
        check("doscientas cincuenta", Some(250));
        check("palabra", None);
    }
}
