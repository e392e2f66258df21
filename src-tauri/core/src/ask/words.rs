//! What an answer says to the user, in Spanish or English.

use super::answer::{Answer, Citation, Claim, Scope};
use super::every::Every;
use super::is_spanish;
use crate::chunk::Language;
use crate::ground::claim::{self, Support};
use crate::models::Fault;
use crate::terms;
use unicode_segmentation::UnicodeSegmentation;

/// "Not found", and whom the question names that no document does.
pub(super) fn not_found(language: Language, question: &str, unknown: &[String]) -> String {
    let mut text = String::from(if is_spanish(language) {
        "No lo encuentro en los documentos."
    } else {
        "I cannot find it in the documents."
    });
    if !unknown.is_empty() {
        let names =
            unknown.iter().map(|name| format!("«{}»", as_written(question, name))).collect::<Vec<_>>().join(", ");
        text.push_str(&if is_spanish(language) {
            format!(" Ningún documento se presenta con el nombre {names}.")
        } else {
            format!(" No document is named after {names}.")
        });
    }
    text
}

/// Returns a folded name as the question writes it, with the small words that stand inside it.
fn as_written<'a>(question: &'a str, folded: &'a str) -> &'a str {
    let words: Vec<(usize, &str, String)> =
        question.unicode_word_indices().map(|(at, word)| (at, word, terms::fold(word))).collect();
    let named: Vec<&str> = folded.split(' ').collect();
    let place = |name: Option<&&str>, from: usize| {
        words.iter().skip(from).position(|(_, _, word)| name.is_some_and(|name| word == name)).map(|at| at + from)
    };
    let span = place(named.first(), 0).and_then(|first| Some((first, place(named.last(), first)?)));
    let written = span.and_then(|(first, last)| {
        let (start, ..) = words.get(first)?;
        let (end, word, _) = words.get(last)?;
        question.get(*start..end + word.len())
    });
    written.unwrap_or(folded)
}

/// What there is to say beside an answer.
pub(super) struct Said<'a> {
    /// Whether every document would have to be read.
    pub every: Option<Every>,
    /// Pairs of documents that do not agree.
    pub conflicts: usize,
    /// What is not answered, in the model's words.
    pub missing: Option<&'a str>,
    /// Whether the model reached the limit of its answer.
    pub cut: bool,
    /// Passages that did not fit into the model's context.
    pub left_out: usize,
    /// Why no model answered.
    pub fault: Option<&'a Fault>,
    /// What was searched.
    pub scope: &'a Scope,
}

/// What the user must know beside the answer; `None` when there is nothing.
pub(super) fn notice(language: Language, said: &Said<'_>) -> Option<String> {
    let say = |spanish: String, english: String| if is_spanish(language) { spanish } else { english };
    let mut parts = Vec::new();
    if let Some(every) = said.every {
        parts.push(of_every(every, language).to_owned());
    }
    if said.conflicts > 0 {
        parts.push(say(
            "Los documentos no coinciden: se muestran los dos valores, con sus fechas.".into(),
            "The documents disagree: both values are shown, with their dates.".into(),
        ));
    }
    if let Some(missing) = said.missing {
        parts.push(say(
            format!("Según el modelo, los documentos no contestan una parte: {missing}."),
            format!("According to the model, the documents leave a part unanswered: {missing}."),
        ));
    }
    if said.cut {
        parts.push(say(
            "El modelo llegó al límite de su respuesta: puede faltar algo.".into(),
            "The model reached the limit of its answer: something may be missing.".into(),
        ));
    }
    if said.left_out > 0 {
        let count = said.left_out;
        parts.push(say(
            format!("{count} pasajes no cabían en el contexto del modelo."),
            format!("{count} passages did not fit into the model's context."),
        ));
    }
    if let Some(fault) = said.fault {
        parts.push(say(
            format!("{} Mientras tanto, la respuesta son frases literales de los documentos.", in_spanish(fault)),
            format!("{fault} Meanwhile the answer is made of the documents' own sentences."),
        ));
    }
    if said.scope.pending > 0 {
        let count = said.scope.pending;
        parts.push(say(format!("Faltan por leer {count} archivos."), format!("{count} files are still to be read.")));
    }
    if !said.scope.unread.is_empty() {
        let count = said.scope.unread.len();
        parts.push(say(
            format!("{count} archivos no se han podido leer, o no del todo."),
            format!("{count} files could not be read, or not wholly."),
        ));
    }
    (!parts.is_empty()).then(|| parts.join(" "))
}

fn of_every(every: Every, language: Language) -> &'static str {
    match (every, is_spanish(language)) {
        (Every::Count, true) => {
            "Contar exige leer todos los documentos, uno por uno: estos son los encontrados hasta ahora, no un total."
        }
        (Every::Lacking, true) => {
            "Saber en cuáles falta exige leer todos los documentos, uno por uno: se muestran los que hablan de ello, no los que carecen de ello."
        }
        (Every::Which, true) => {
            "Una lista completa exige leer todos los documentos, uno por uno: estos son los encontrados hasta ahora."
        }
        (Every::Count, false) => {
            "Counting needs every document read, one by one: these are the ones found so far, not a total."
        }
        (Every::Lacking, false) => {
            "Knowing which lack it needs every document read, one by one: these are the ones that speak of it, not the ones that do not."
        }
        (Every::Which, false) => {
            "A complete list needs every document read, one by one: these are the ones found so far."
        }
    }
}

/// A model's fault in Spanish.
fn in_spanish(fault: &Fault) -> String {
    match fault {
        Fault::NotRunning { address } => format!("Ollama no responde en {address}: inícielo y pregunte de nuevo."),
        Fault::ModelMissing { model } => {
            format!("Ollama no tiene el modelo «{model}»: elija uno instalado o descárguelo.")
        }
        Fault::Memory { model, .. } => {
            format!("El modelo «{model}» no cabe en la memoria: elija uno menor o cierre otros programas.")
        }
        Fault::TimedOut { limit, .. } => {
            format!("Ollama ha tardado más de {} segundos: pregunte de nuevo o elija un modelo menor.", limit.as_secs())
        }
        Fault::ContextTooSmall { model, .. } => {
            format!("La pregunta y sus pasajes no caben en el contexto de «{model}»: pregunte sobre menos documentos.")
        }
        Fault::CutOff { .. } => "La respuesta del modelo se cortó antes de acabar: pregunte de nuevo.".into(),
        Fault::AddressRefused { address, .. } => format!("Legajo no se conecta a {address}."),
        Fault::RemoteModel { model } => {
            format!("El modelo «{model}» no se ejecuta en este ordenador: Legajo no lo usa. Elija otro.")
        }
        Fault::Redirect { address, .. } => {
            format!("El servidor de {address} remite a otra dirección, y Legajo no la sigue.")
        }
        Fault::BadAnswer { .. } => "No se ha entendido la respuesta del modelo: pregunte de nuevo o elija otro.".into(),
        Fault::Stopped => "Detenido.".into(),
        Fault::Busy => "Ollama está ocupado: pregunte de nuevo dentro de un momento.".into(),
        Fault::Unfit { model, .. } => format!("El modelo «{model}» no sirve para esto: elija otro."),
        Fault::Server { said } => format!("Ollama no ha podido hacerlo ({said}): reinícielo y pregunte de nuevo."),
    }
}

/// Why a claim is not backed by what it cites.
pub(super) fn reason(fault: &claim::Fault, language: Language) -> String {
    use claim::Fault as F;
    let say = |spanish: String, english: String| if is_spanish(language) { spanish } else { english };
    match fault {
        F::NoSource => say("no cita ningún pasaje".into(), "it cites no passage".into()),
        F::QuoteNotFound { quote } => say(
            format!("la cita «{quote}» no está en los pasajes"),
            format!("the quote “{quote}” is in none of the passages"),
        ),
        F::QuoteElsewhere { source, .. } => say(
            format!("la cita está en otro documento (pasaje {source})"),
            format!("the quote stands in another document (passage {source})"),
        ),
        F::QuoteTooShort { quote } => {
            say(format!("la cita «{quote}» es demasiado breve"), format!("the quote “{quote}” is too short"))
        }
        F::QuoteCut => say("la cita deja fuera un «no»".into(), "the quote leaves out a “not”".into()),
        F::FigureMissing { figure } => {
            say(format!("la cifra «{figure}» no está en la cita"), format!("the figure “{figure}” is not in the quote"))
        }
        F::FigureOfAnother { figure } => say(
            format!("la cifra «{figure}» es de otra cosa"),
            format!("the figure “{figure}” belongs to something else"),
        ),
        F::NameMissing { name } => {
            say(format!("el nombre «{name}» no está en la fuente"), format!("the name “{name}” is not in the source"))
        }
        F::Polarity => say(
            "niega lo que la fuente afirma, o al revés".into(),
            "it denies what the source says, or the reverse".into(),
        ),
        F::Modality => say(
            "cambia un deber por una facultad, o al revés".into(),
            "it turns a duty into an option, or the reverse".into(),
        ),
        F::Roles => {
            say("atribuye a una parte lo de la otra".into(), "it gives to one party what is the other's".into())
        }
        F::WordsMissing { .. } => say("dice más que la fuente".into(), "it says more than the source does".into()),
    }
}

/// An answer as plain text to be pasted elsewhere, each sentence with its document, page and clause.
pub fn copied(answer: &Answer) -> String {
    let place = |citation: &Citation| {
        let file = citation.path.rsplit('/').next().unwrap_or(&citation.path);
        let label = citation.located.page_label.clone().or_else(|| citation.located.page.map(|page| page.to_string()));
        let page = label.map(|page| format!(", p. {page}")).unwrap_or_default();
        let clause = citation.heading.last().map(|last| format!(", {last}")).unwrap_or_default();
        format!("{file}{page}{clause}")
    };
    let line = |claim: &Claim| {
        let places: Vec<String> = claim.citations.iter().map(place).collect();
        let unchecked = if claim.support == Support::Unsupported { " [?]" } else { "" };
        format!("{}{unchecked} ({})", claim.text, places.join("; "))
    };
    if answer.claims.is_empty() {
        return answer.answer.clone();
    }
    answer.claims.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_given_back_as_it_was_written() {
        let question = "¿Qué pactamos con Astilleros de Montealegre, S.A. sobre amarres?";
        assert_eq!(as_written(question, "astilleros montealegre"), "Astilleros de Montealegre");
        assert_eq!(as_written(question, "otra cosa"), "otra cosa");
    }
}
