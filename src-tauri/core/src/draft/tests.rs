//! Reading a model's answer: whole, cut, split anywhere, and broken.

use super::*;
use proptest::prelude::*;

/// Feeds the pieces; returns the items and, where the text is refused, why.
fn read(pieces: &[&str]) -> (Vec<Item>, Option<String>, bool) {
    let (mut reader, mut items) = (Reader::default(), Vec::new());
    for piece in pieces {
        if let Err(error) = reader.feed(piece, &mut items) {
            return (items, Some(error.to_string()), false);
        }
    }
    (items, None, reader.is_complete())
}

fn claim(text: &str, citations: &[(u32, &str)]) -> Item {
    let citations = citations.iter().map(|&(source, quote)| DraftCitation { source, quote: quote.to_owned() });
    Item::Claim(Draft { text: text.to_owned(), citations: citations.collect() })
}

const ANSWER: &str = r#" {"claims": [
  {"text": "La renta es de 900 €.", "citations": [{"source": 2, "quote": "una renta de \"900\" euros \\ mes ]}"}]},
  {"text": "Vence el día 5.", "citations": []}
], "note": {"a": [1, {"b": null}], "c": "}"}, "missing": "La fianza.", "n": -1.5e3} "#;

#[test]
fn items_come_as_soon_as_they_are_complete() {
    let first = claim("La renta es de 900 €.", &[(2, "una renta de \"900\" euros \\ mes ]}")]);
    let second = claim("Vence el día 5.", &[]);
    let (items, error, complete) = read(&[ANSWER]);
    assert_eq!(items, [first.clone(), second, Item::Missing("La fianza.".to_owned())]);
    assert!(error.is_none() && complete);
    let cut = ANSWER.find("},\n").expect("two claims") + 1;
    let (items, error, complete) = read(&[ANSWER.get(..cut).unwrap()]);
    assert_eq!(items, [first], "the brace is enough");
    assert!(error.is_none() && !complete);
}

#[test]
fn sentences_are_numbers() {
    assert_eq!(read(&[r#"{"sentences":[3,7]}"#]).0, [Item::Sentence(3), Item::Sentence(7)]);
    assert_eq!(read(&[r#"{"sentences":[3,7"#]).0, [Item::Sentence(3)], "a number goes on until something else comes");
    assert_eq!(read(&[r#"{"sentences":[]}"#]), (Vec::new(), None, true));
}

#[test]
fn what_is_no_json_is_refused_in_words() {
    let check = |text: &str, items: usize, part: &str| {
        let (found, error, _) = read(&[text]);
        assert_eq!(found.len(), items, "{text}");
        let error = error.unwrap_or_else(|| panic!("{text} is let through"));
        assert!(error.contains(part), "{text}: {error}");
    };
    check("Sure! Here is", 0, "before the opening brace");
    check(r#"{"claims":[{"text":1}]}"#, 0, "string");
    check(r#"{"claims":"none"}"#, 0, "no list");
    check(r#"{"sentences":[1,]}"#, 1, "part of a list");
    check(r#"{"sentences":[1 2]}"#, 1, "comma");
    check(r#"{"sentences":[1,-2]}"#, 1, "u32");
    check(r#"{"sentences":[1]} and"#, 1, "after the end");
    check(r#"{"claims":[{"text":"a"}}"#, 1, "comma");
    check(r#"{"claims":[{"text":"a",}]}"#, 0, "trailing comma");
    check(r#"{"other":nil}"#, 0, "ident");
    check(&format!("{{\"a\":{}", "[".repeat(100)), 0, "nested");
}

#[test]
fn limits_are_said() {
    let many = format!("{{\"sentences\":[{}1]}}", "1,".repeat(config::DRAFT_ITEMS_MAX));
    assert!(read(&[&many]).1.expect("too many").contains("parts"));
    let long = format!("{{\"a\":\"{}", "x".repeat(config::DRAFT_BYTES_MAX));
    assert!(read(&[&long]).1.expect("too long").contains("bytes"));
}

fn split_at<'a>(text: &'a str, cuts: &[usize]) -> Vec<&'a str> {
    let chars: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let mut cuts: Vec<usize> = cuts.iter().map(|cut| chars[cut % chars.len()]).collect();
    cuts.extend([0, text.len()]);
    cuts.sort_unstable();
    cuts.windows(2).map(|pair| text.get(pair[0]..pair[1]).unwrap()).collect()
}

proptest! {
    #[test]
    fn any_split_gives_the_same_items(cuts in prop::collection::vec(0usize..1000, 0..40)) {
        prop_assert_eq!(read(&split_at(ANSWER, &cuts)), read(&[ANSWER]));
    }

    #[test]
    fn any_answer_comes_back(
        claims in prop::collection::vec((".{0,40}", prop::collection::vec((0u32..20, ".{0,30}"), 0..3)), 0..5),
        cuts in prop::collection::vec(0usize..1000, 0..20),
    ) {
        let drafts: Vec<Draft> = claims.into_iter().map(|(text, citations)| Draft {
            text,
            citations: citations.into_iter().map(|(source, quote)| DraftCitation { source, quote }).collect(),
        }).collect();
        let text = serde_json::json!({ "claims": &drafts }).to_string();
        let (items, error, complete) = read(&split_at(&text, &cuts));
        prop_assert!(error.is_none() && complete);
        prop_assert_eq!(items, drafts.into_iter().map(Item::Claim).collect::<Vec<_>>());
    }

    #[test]
    fn a_cut_text_keeps_what_was_complete(cut in 0usize..1000) {
        let whole = read(&[ANSWER]).0;
        let part = split_at(ANSWER, &[cut]);
        let (items, error, _) = read(&part[..1]);
        prop_assert!(error.is_none());
        prop_assert!(whole.starts_with(&items));
    }

    #[test]
    fn no_text_makes_it_panic(text in "[\\[\\]{}\":,0-9a-z\\\\ ]{0,80}") {
        read(&[&text]);
    }
}
