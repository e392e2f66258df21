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

/// One to twenty-nine; of twenty only the place is kept, since it is a ten.
const SPANISH_SMALL: &str = "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis \
    diecisiete dieciocho diecinueve - veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete \
    veintiocho veintinueve";
const SPANISH_TENS: &str = "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa";
/// Two hundred to nine hundred, without their endings.
const SPANISH_HUNDREDS: &str = "doscient trescient cuatrocient quinient seiscient setecient ochocient novecient";
const ENGLISH_SMALL: &str = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen \
    sixteen seventeen eighteen nineteen";
const ENGLISH_TENS: &str = "twenty thirty forty fifty sixty seventy eighty ninety";

/// Returns the place of a word in a list, from 0.
fn place(list: &str, word: &str) -> Option<u64> {
    list.split_whitespace().position(|one| one == word).map(|at| at as u64)
}

fn part(word: &str, english: bool) -> Option<Part> {
    match word {
        // English "once" and Spanish "ten" are no numbers.
        "once" if english => return None,
        "ten" if !english => return None,
        "un" | "una" => return Some(Part::Small(1)),
        "veintiun" | "veintiuna" => return Some(Part::Small(21)),
        "cien" | "ciento" => return Some(Part::Hundreds(100)),
        "hundred" => return Some(Part::Hundred),
        "mil" | "thousand" => return Some(Part::Scale(1_000)),
        "millon" | "millones" | "million" => return Some(Part::Scale(1_000_000)),
        _ => {}
    }
    let hundreds = || {
        let stem = word.strip_suffix("os").or_else(|| word.strip_suffix("as"))?;
        place(SPANISH_HUNDREDS, stem)
    };
    let small = place(SPANISH_SMALL, word).or_else(|| place(ENGLISH_SMALL, word));
    let ten = || place(SPANISH_TENS, word).or_else(|| place(ENGLISH_TENS, word));
    small
        .map(|at| Part::Small(at + 1))
        .or_else(|| ten().map(|at| Part::Ten(at * 10 + 20)))
        .or_else(|| hundreds().map(|at| Part::Hundreds(at * 100 + 200)))
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
                if self.total > 0 && !self.total.is_multiple_of(value * 1_000) {
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
