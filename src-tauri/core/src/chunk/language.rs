//! The language of a text: Spanish, English or another.
//!
//! Function words decide: they are few, frequent and hard to borrow. Neighbouring languages are
//! counted too, so that Catalan or Portuguese does not pass for Spanish. Only a text without enough
//! of them goes to the trigrams of `whatlang`. Not here: which language a search prefers.

use super::Language;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Function words by language. The two that Legajo serves come first.
const WORDS: [&str; 8] = [
    // Spanish.
    "de la que el en y a los del se las por un para con no una su al lo como más o pero sus este sí porque esta entre \
     cuando muy sin sobre también hasta hay donde quien desde todo nos durante todos uno ni contra otros ese eso ante \
     ellos e esto antes algunos qué unos otro otras otra tanto esa estos mucho quienes nada cual sea poco ella estar \
     estas algunas algo cada dicho dicha dichos dichas será serán podrá podrán deberá deberán cualquier mediante según \
     conforme así cuyo cuya presente ser es son fue ha han si cuándo cuánto cuánta cuántos dónde cuál cuáles quién cómo",
    // English.
    "the of and to in a is that for on with as by be this or from at an are not which will shall any all have has such \
     may its it was were been their other than if would under upon but can no does do did what who when where how which \
     why whose should must these those there our your we you they he she his her into between within without each \
     either neither thereof hereof herein hereby pursuant about whether after before during more",
    // Catalan.
    "de la el en i a els les del dels que per amb un una no es al als com més o però aquest aquesta són és ha han seva \
     seu entre sense sobre també fins on qui des tot durant altres ser si pel quan serà",
    // Galician.
    "de a o que e do da en os as dos das un unha para con non por se ao no na nos nas como máis ou pero este esta son é \
     súa seu entre sen sobre tamén ata polo pola ten ser cando será",
    // Portuguese.
    "de a o que e do da em os as dos das um uma para com não por se ao no na nos nas como mais ou mas este esta são é \
     sua seu entre sem sobre também até pelo pela foi ser quando será às",
    // French.
    "de la le les et des du en un une à est que pour dans qui par sur au aux avec ne pas plus ce cette ces son sa ses ou \
     il elle nous vous être sont ont été leur dont si entre sans sous",
    // Italian.
    "di la il che e in per un una non del della dei delle da con si al alla sono è le gli i lo come più o ma questo \
     questa suo sua nel nella dal dalla anche tra essere quando sarà",
    // German.
    "der die das und in zu den von mit ist des auf für im dem nicht ein eine als auch es an werden aus er hat dass sie \
     nach bei oder einer um am sind noch wie einem über zum zur durch wird kann",
];

static BY_WORD: LazyLock<HashMap<&'static str, u8>> = LazyLock::new(|| {
    let mut table = HashMap::new();
    for (language, words) in WORDS.iter().enumerate() {
        for word in words.split_whitespace() {
            *table.entry(word).or_insert(0u8) |= 1 << language;
        }
    }
    table
});

/// What the function words of a text say.
#[derive(Debug, Default, Clone, Copy)]
struct Count {
    words: u32,
    hits: [u32; WORDS.len()],
}

/// Most words that are looked at: more do not change the answer.
const WORDS_MAX: u32 = 300;

fn count(text: &str) -> Count {
    let mut count = Count::default();
    let mut lower = String::new();
    for word in text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
        count.words += 1;
        if count.words > WORDS_MAX {
            break;
        }
        lower.clear();
        lower.extend(word.chars().flat_map(char::to_lowercase));
        if let Some(&languages) = BY_WORD.get(lower.as_str()) {
            for (language, hits) in count.hits.iter_mut().enumerate() {
                *hits += u32::from(languages >> language & 1);
            }
        }
    }
    count
}

/// Returns the language of `text`, and whether it is beyond doubt.
pub(super) fn tell(text: &str) -> (Language, bool) {
    let count = count(text);
    let [spanish, english, ..] = count.hits;
    let others = count.hits.iter().skip(2).copied().max().unwrap_or(0);
    let best = spanish.max(english).max(others);
    // One word in eight is low for running prose, and high for a list of names.
    if best >= 3 && best * 8 >= count.words {
        if spanish > english.max(others) {
            return (Language::Es, spanish >= others + 2);
        }
        if english > spanish.max(others) {
            return (Language::En, english >= others + 2);
        }
        if others > spanish.max(english) {
            return (Language::Other, others > spanish.max(english) + 1);
        }
    }
    if text.chars().filter(|c| FOREIGN.contains(*c)).take(2).count() == 2 {
        return (Language::Other, true);
    }
    (by_trigrams(text, count), false)
}

/// Letters that neither Spanish nor English has.
const FOREIGN: &str = "àâãäæçèêëìîïðòôõöøùûýßœåÀÂÃÄÇÈÊËÌÎÏÒÔÕÖÙÛ";

/// Least letters that trigrams can be trusted with.
const TRIGRAM_LETTERS_MIN: usize = 20;
/// Least confidence at which a language other than the two is believed.
const TRIGRAM_CONFIDENCE_MIN: f64 = 0.8;

fn by_trigrams(text: &str, count: Count) -> Language {
    let [spanish, english, ..] = count.hits;
    let letters = text.chars().filter(|c| c.is_alphabetic()).take(TRIGRAM_LETTERS_MIN).count();
    if letters < TRIGRAM_LETTERS_MIN {
        return match spanish.cmp(&english) {
            std::cmp::Ordering::Greater => Language::Es,
            std::cmp::Ordering::Less => Language::En,
            std::cmp::Ordering::Equal => Language::Other,
        };
    }
    match whatlang::detect(text) {
        Some(info) => match info.lang() {
            whatlang::Lang::Spa => Language::Es,
            whatlang::Lang::Eng => Language::En,
            _ if info.confidence() >= TRIGRAM_CONFIDENCE_MIN && spanish.max(english) < 2 => Language::Other,
            _ => of_the_two(text).unwrap_or(Language::Other),
        },
        None => Language::Other,
    }
}

/// Returns which of Spanish and English the letters of `text` look more like.
fn of_the_two(text: &str) -> Option<Language> {
    let options = vec![whatlang::Lang::Spa, whatlang::Lang::Eng];
    let lang = whatlang::Detector::with_allowlist(options).detect_lang(text)?;
    Some(if lang == whatlang::Lang::Spa { Language::Es } else { Language::En })
}

/// Returns the language of `text`; [`Language::Other`] where there is too little to tell.
pub fn language_of(text: &str) -> Language {
    tell(text).0
}

/// Returns the language of a question, always Spanish or English.
///
/// Function words decide, then letters that only Spanish has, then trigrams; names of parties say
/// nothing, so a question of names alone falls to the trigrams, and without any letters to Spanish.
pub fn language_of_question(question: &str) -> Language {
    if question.contains(['¿', '¡']) {
        return Language::Es;
    }
    let [spanish, english, ..] = count(question).hits;
    if spanish != english {
        return if spanish > english { Language::Es } else { Language::En };
    }
    if question.contains(['ñ', 'Ñ']) {
        return Language::Es;
    }
    // "Facturas rectificativas": most Spanish words end in a vowel or its plural, few English ones do.
    let words = || question.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 3);
    let ending =
        |word: &&str| ["a", "o", "as", "os", "ción", "cion", "dad"].iter().any(|ending| word.ends_with(ending));
    if words().filter(ending).count() * 3 > words().count() * 2 {
        return Language::Es;
    }
    of_the_two(question).unwrap_or(Language::Es)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_told_apart() {
        let check = |text: &str, expected: Language| assert_eq!(language_of(text), expected, "{text}");
        check("El arrendatario pagará la renta dentro de los cinco primeros días de cada mes.", Language::Es);
        check("The lessee shall pay the rent within the first five days of each month.", Language::En);
        check("Plazo de entrega y garantía", Language::Es);
        check("Termination for convenience", Language::En);
        check("Confidentiality obligations", Language::En);
        check("Penalización por retraso", Language::Es);
        check(
            "L'arrendatari pagarà la renda dins dels cinc primers dies de cada mes, amb els interessos.",
            Language::Other,
        );
        check(
            "O arrendatário pagará a renda nos cinco primeiros dias de cada mês, não sendo devidos juros.",
            Language::Other,
        );
        check("Le preneur paiera le loyer dans les cinq premiers jours de chaque mois.", Language::Other);
        check("Der Mieter zahlt die Miete innerhalb der ersten fünf Tage des Monats.", Language::Other);
        check("12.500,00 €", Language::Other);
        check("", Language::Other);
    }

    #[test]
    fn questions_are_one_of_the_two() {
        let check = |text: &str, expected: Language| assert_eq!(language_of_question(text), expected, "{text}");
        check("¿Cuál es la renta?", Language::Es);
        check("cuanto paga Construcciones Peñón", Language::Es);
        check("What is the notice period?", Language::En);
        check("who pays", Language::En);
        check("qué ley se aplica", Language::Es);
        check("Consider the Non-Disclosure Agreement between CopAcc and ToP Mentors; can it assign?", Language::En);
        check("Facturas rectificativas", Language::Es);
        check("Termination fee", Language::En);
        check("duración del contrato con Acme Holdings Ltd", Language::Es);
        check("What does the contract with Logística Valdeñuño de la Sierra say on penalties?", Language::En);
        check("", Language::Es);
    }
}
