//! The package around a Word document: how its parts refer to one another, and what it says of itself.

use super::super::Meta;
use super::super::container::Container;
use std::collections::BTreeMap;

/// One relationship of a part.
#[derive(Debug, Clone)]
pub(super) struct Relationship {
    /// The last word of its type, such as `footnotes`.
    pub(super) kind: String,
    /// The part it leads to, by full name.
    pub(super) target: String,
}

/// Reads the relationships of a part by their identifiers; those that lead out of the file are left out.
pub(super) fn relationships(container: &mut Container, part: &str) -> BTreeMap<String, Relationship> {
    let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
    let place = if folder.is_empty() { format!("_rels/{name}.rels") } else { format!("{folder}/_rels/{name}.rels") };
    let mut found = BTreeMap::new();
    container.read(&place, |xml| {
        xml.open_root();
        while let Some(tag) = xml.element() {
            if let (Some(id), Some(kind), Some(target)) = (tag.attr("Id"), tag.attr("Type"), tag.attr("Target"))
                && tag.attr("TargetMode").as_deref() != Some("External")
            {
                let kind = kind.rsplit('/').next().unwrap_or("").to_owned();
                found.insert(id, Relationship { kind, target: resolve(folder, &target) });
            }
            xml.skip();
        }
    });
    found
}

/// Finds the part to which a relationship of a kind leads.
pub(super) fn target(relationships: &BTreeMap<String, Relationship>, kind: &str) -> Option<String> {
    let found = relationships.values().find(|relationship| relationship.kind == kind)?;
    Some(found.target.clone())
}

/// Resolves a target against the folder of the part that names it.
fn resolve(folder: &str, target: &str) -> String {
    let target = target.replace('\\', "/");
    let mut path: Vec<&str> = if target.starts_with('/') { Vec::new() } else { folder.split('/').collect() };
    for step in target.split('/') {
        match step {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            name => path.push(name),
        }
    }
    path.retain(|step| !step.is_empty());
    path.join("/")
}

/// Reads title, author and dates from `docProps/core.xml` or what stands for it.
pub(super) fn meta(container: &mut Container, part: &str) -> Meta {
    let mut meta = Meta::default();
    container.read(part, |xml| {
        xml.open_root();
        while let Some(tag) = xml.element() {
            let value = Some(xml.text().trim().to_owned()).filter(|value| !value.is_empty());
            match tag.key() {
                ("dc", "title") => meta.title = value,
                ("dc", "creator") => meta.author = value,
                ("dcterms", "created") => meta.created = value,
                ("dcterms", "modified") => meta.modified = value,
                _ => {}
            }
        }
    });
    meta
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_resolved() {
        let check = |folder, target, expected: &str| assert_eq!(resolve(folder, target), expected);
        check("word", "styles.xml", "word/styles.xml");
        check("word", "/word/a.xml", "word/a.xml");
        check("word", "../docProps/core.xml", "docProps/core.xml");
        check("", "../../x", "x");
    }
}
