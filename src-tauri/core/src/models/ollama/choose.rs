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
            let best = installed
                .iter()
                .filter(|model| is_of(model, family))
                .max_by_key(|model| model.bytes <= family.bytes)?;
            (memory_needed(best, family) <= memory_bytes).then(|| chosen(best, family.skill))
        }));
    };
    if is_remote_name(wanted) {
        return Err(Fault::RemoteModel { model: wanted.to_owned() });
    }
    let found = installed.iter().find(|model| with_tag(&model.name) == with_tag(wanted));
    let model = found.ok_or_else(|| Fault::ModelMissing { model: wanted.to_owned() })?;
    Ok(Some(chosen(model, skill_of(model))))
}

/// Returns the family to recommend for a computer with so much memory: the first that fits.
pub fn recommend(memory_bytes: u64) -> Option<&'static ModelFamily> {
    config::MODEL_FAMILIES.iter().find(|family| family.memory_bytes <= memory_bytes)
}

fn chosen(model: &Installed, skill: ModelSkill) -> Chosen {
    Chosen { name: model.name.clone(), skill, bytes: model.bytes }
}

/// Returns what a model can be trusted with: as its family says, else by its size.
fn skill_of(model: &Installed) -> ModelSkill {
    let known = config::MODEL_FAMILIES.iter().find(|family| is_of(model, family)).map(|family| family.skill);
    let large = model.parameters_billion.is_some_and(|billions| billions >= config::COMPOSE_PARAMETERS_BILLION_MIN);
    known.unwrap_or(if large { ModelSkill::Compose } else { ModelSkill::Select })
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
        check(&[installed("qwen3:8b-q8_0", 8.2, 8_900_000_000)], 9 * GB, None);
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
    fn what_is_recommended_fits() {
        assert_eq!(recommend(GB), None);
        for gigabytes in [3, 4, 6, 8, 12, 16, 64] {
            let family = recommend(gigabytes * GB).expect("something fits");
            assert!(family.memory_bytes <= gigabytes * GB && family.bytes < family.memory_bytes, "{}", family.name);
        }
    }
}
