//! Numbers as legal texts write them in labels: Roman numerals and ordinals.

/// Lower case without Spanish accents, for looking words up.
pub(super) fn plain(word: &str) -> String {
    let fold = |c: char| match c {
        'á' => 'a',
        'é' => 'e',
        'í' => 'i',
        'ó' => 'o',
        'ú' | 'ü' => 'u',
        other => other,
    };
    word.chars().flat_map(char::to_lowercase).filter(|c| !matches!(c, '\u{300}' | '\u{301}')).map(fold).collect()
}

/// Returns the value of a Roman numeral in one case, up to 399.
pub(super) fn roman(word: &str) -> Option<u32> {
    if word.is_empty() || word.len() > 9 {
        return None;
    }
    let value = |c: char| match c.to_ascii_lowercase() {
        'i' => Some(1),
        'v' => Some(5),
        'x' => Some(10),
        'l' => Some(50),
        'c' => Some(100),
        _ => None,
    };
    let (mut total, mut before) = (0u32, 0u32);
    for c in word.chars().rev() {
        let v = value(c)?;
        if v < before {
            total = total.checked_sub(v)?
        } else {
            total += v
        }
        before = before.max(v);
    }
    // Only numerals written the usual way: "IIX" and "VX" are words, not numbers.
    (total < 400 && written(total).eq_ignore_ascii_case(word)).then_some(total)
}

fn written(mut number: u32) -> String {
    const STEPS: [(u32, &str); 9] =
        [(100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")];
    let mut out = String::new();
    for (value, letters) in STEPS {
        while number >= value {
            out.push_str(letters);
            number -= value;
        }
    }
    out
}

/// Returns the value of an ordinal word of either language, given in [`plain`] form.
pub(super) fn ordinal(word: &str) -> Option<u32> {
    const STEMS: [(&str, u32); 22] = [
        ("primer", 1),
        ("segund", 2),
        ("tercer", 3),
        ("cuart", 4),
        ("quint", 5),
        ("sext", 6),
        ("septim", 7),
        ("octav", 8),
        ("noven", 9),
        ("decim", 10),
        ("undecim", 11),
        ("duodecim", 12),
        ("vigesim", 20),
        ("trigesim", 30),
        ("cuadragesim", 40),
        ("quincuagesim", 50),
        ("sexagesim", 60),
        ("septuagesim", 70),
        ("octogesim", 80),
        ("nonagesim", 90),
        ("centesim", 100),
        ("unic", 1),
    ];
    const ENGLISH: [&str; 20] = [
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
        "eleventh",
        "twelfth",
        "thirteenth",
        "fourteenth",
        "fifteenth",
        "sixteenth",
        "seventeenth",
        "eighteenth",
        "nineteenth",
        "twentieth",
    ];
    if let Some(at) = ENGLISH.iter().position(|&english| english == word) {
        return Some(at as u32 + 1);
    }
    let stem = word.strip_suffix(['a', 'o']).unwrap_or(word);
    let value = |stem: &str| STEMS.iter().find(|(known, _)| *known == stem).map(|(_, value)| *value);
    if let Some(value) = value(stem) {
        return Some(value);
    }
    // "decimotercera", "vigesimoprimera".
    for ten in ["decimo", "decima", "vigesimo", "vigesima", "trigesimo", "trigesima"] {
        if let Some(rest) = stem.strip_prefix(ten) {
            let unit = value(rest.strip_prefix('s').filter(|r| *r == "eptim").map_or(rest, |_| rest))?;
            return (unit < 10).then(|| value(ten.trim_end_matches(['a', 'o'])).unwrap_or(0) + unit);
        }
    }
    None
}

/// Returns the value of a Spanish counting word that numbers paragraphs, up to fifteen.
pub(super) fn counted(word: &str) -> Option<u32> {
    const WORDS: &str = "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince";
    WORDS.split(' ').position(|one| one == word).map(|at| at as u32 + 1)
}
