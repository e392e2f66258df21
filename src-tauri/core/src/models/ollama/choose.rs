//! Which model answers: the user's choice, else the best installed one that fits, else none.
//!
//! In go the installed models and the memory there is; out comes a name and what it can be trusted with. The
//! order of families and their figures stand in `config`.

use super::error::{Answer, Fault};
use super::show::{Installed, is_remote_name};
use crate::config::{self, ModelFamily, ModelSkill};

/// A model that was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// Its name, as installed.
    pub name: String,
    /// What it can be trusted with.
    pub skill: ModelSkill,
    /// Size of its file, in bytes.
    pub bytes: u64,
}

/// Chooses among the installed models. `wanted` is the user's choice, taken whether the app knows its family or
/// not; without one, the first family of `config` that is installed and fits into `memory_bytes`. `None` means
/// that answers stay verbatim.
///
/// # Errors
///
/// [`Fault::ModelMissing`] where the wanted model is not installed, [`Fault::RemoteModel`] where it would run
/// elsewhere. One that is larger than the memory is left to the server to judge.
pub fn choose(installed: &[Installed], wanted: Option<&str>, memory_bytes: u64) -> Answer<Option<Chosen>> {
    let Some(wanted) = wanted.map(str::trim).filter(|wanted| !wanted.is_empty()) else {
        return Ok(config::MODEL_FAMILIES.iter().find_map(|family| {
            let fits = |model: &&Installed| is_of(model, family) && memory_needed(model, family) <= memory_bytes;
            // Of two roundings of one model, the finer.
            let best = installed.iter().filter(fits).max_by_key(|model| model.bytes)?;
            Some(chosen(best, family.skill))
        }));
    };
    if is_remote_name(wanted) {
        return Err(Fault::RemoteModel { model: wanted.to_owned() });
    }
    let found = installed.iter().find(|model| with_tag(&model.name) == with_tag(wanted));
    let model = found.ok_or_else(|| Fault::ModelMissing { model: wanted.to_owned() })?;
    Ok(Some(chosen(model, skill_of(model))))
}

/// Returns the family to recommend for a computer with so much memory in all: the first that leaves enough of it to
/// other programs, and answers in bearable time where no graphics card helps.
pub fn recommend(memory_bytes: u64) -> Option<&'static ModelFamily> {
    let share = memory_bytes / config::MODEL_MEMORY_PARTS;
    config::MODEL_FAMILIES.iter().find(|family| family.memory_bytes <= share)
}

fn chosen(model: &Installed, skill: ModelSkill) -> Chosen {
    Chosen { name: model.name.clone(), skill, bytes: model.bytes }
}

/// Returns what a model can be trusted with: as its family says, else by its size.
pub fn skill_of(model: &Installed) -> ModelSkill {
    let known = config::MODEL_FAMILIES.iter().find(|family| is_of(model, family)).map(|family| family.skill);
    let large = model.parameters_billion.is_some_and(|billions| billions >= config::COMPOSE_PARAMETERS_BILLION_MIN);
    known.unwrap_or(if large { ModelSkill::Compose } else { ModelSkill::Select })
}

/// Returns whether a model fits into so much memory; `None` where that, or the model's need, is not known.
pub fn fits(model: &Installed, memory_bytes: Option<u64>) -> Option<bool> {
    let family = config::MODEL_FAMILIES.iter().find(|family| is_of(model, family));
    let usual = || model.bytes.saturating_add(config::MODEL_RUNNER_BYTES);
    let needed = family.map_or_else(usual, |family| memory_needed(model, family));
    memory_bytes.filter(|_| model.bytes > 0).map(|memory| needed <= memory)
}

/// A family's name is Ollama's, its size is the model's own, since a tag such as `latest` does not say it.
fn is_of(model: &Installed, family: &ModelFamily) -> bool {
    let (name, tag) = family.name.split_once(':').unwrap_or((family.name, ""));
    let (own, own_tag) = model.name.split_once(':').unwrap_or((&model.name, ""));
    let by_size = model.parameters_billion.map_or(own_tag.starts_with(tag), |billions| {
        (billions - family.parameters_billion).abs() <= config::PARAMETERS_TOLERANCE * family.parameters_billion
    });
    own == name && by_size
}

/// A file larger than the family's usual one (finer rounding) takes so much more memory.
fn memory_needed(model: &Installed, family: &ModelFamily) -> u64 {
    family.memory_bytes.saturating_add(model.bytes.saturating_sub(family.bytes))
}

fn with_tag(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    let tagged = name.rsplit('/').next().is_some_and(|last| last.contains(':'));
    if tagged { name } else { format!("{name}:latest") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GB: u64 = 1_000_000_000;

    fn installed(name: &str, billions: f32, bytes: u64) -> Installed {
        Installed {
            name: name.into(),
            bytes,
            digest: String::new(),
            parameters_billion: Some(billions),
            quantisation: "Q4_K_M".into(),
        }
    }

    #[test]
    fn the_best_installed_model_that_fits() {
        let all = [
            installed("qwen2.5-coder:0.5b", 0.494, 398_000_000),
            installed("llama3.2:latest", 3.2, 2 * GB),
            installed("qwen3:8b", 8.2, 5_200_000_000),
        ];
        let check = |models: &[Installed], memory: u64, expected: Option<&str>| {
            let found = choose(models, None, memory).expect("no wish, no fault");
            assert_eq!(found.as_ref().map(|chosen| chosen.name.as_str()), expected, "{memory}");
        };
        check(&all, 32 * GB, Some("qwen3:8b"));
        check(&all, 5 * GB, Some("llama3.2:latest"));
        check(&all, GB / 2, None);
        check(&[], 32 * GB, None);
        check(&[installed("unheard-of:7b", 7.0, 4 * GB)], 32 * GB, None);
        let roundings = [installed("qwen3:8b-q8_0", 8.2, 8_900_000_000), installed("qwen3:8b", 8.2, 5_200_000_000)];
        check(&roundings, 32 * GB, Some("qwen3:8b-q8_0"));
        check(&roundings, 9 * GB, Some("qwen3:8b"));
    }

    #[test]
    fn the_users_choice_stands() {
        let all = [installed("unheard-of:7b", 7.0, 4 * GB), installed("tiny:latest", 0.5, GB / 2)];
        let check = |wanted: &str| match choose(&all, Some(wanted), GB) {
            Ok(chosen) => chosen.map_or_else(String::new, |chosen| format!("{} {:?}", chosen.name, chosen.skill)),
            Err(fault) => fault.code().to_owned(),
        };
        assert_eq!(check("unheard-of:7b"), "unheard-of:7b Compose");
        assert_eq!(check("Tiny"), "tiny:latest Select");
        assert_eq!(check("other"), "model_missing");
        assert_eq!(check("gpt-oss:120b-cloud"), "model_remote");
    }

    #[test]
    fn what_is_recommended_leaves_memory_to_others() {
        let check = |gigabytes: u64, expected: Option<&str>| {
            assert_eq!(recommend(gigabytes * GB).map(|family| family.name), expected, "{gigabytes} GB");
        };
        check(1, None);
        check(4, Some("qwen2.5:1.5b"));
        check(8, Some("llama3.2:3b"));
        check(16, Some("qwen3:8b"));
        check(32, Some("gemma3:12b"));
    }

    #[test]
    fn every_family_takes_more_memory_than_its_file() {
        for family in config::MODEL_FAMILIES {
            assert!(family.memory_bytes > family.bytes + config::MODEL_RUNNER_BYTES, "{}", family.name);
        }
    }
}
