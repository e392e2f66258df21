//! What the server says of its models, and whether one of them runs elsewhere.

use serde_json::Value;

/// An installed model that runs where the server is.
#[derive(Debug, Clone, PartialEq)]
pub struct Installed {
    /// Its full name with tag, such as `qwen3:8b`.
    pub name: String,
    /// Size of its file, in bytes.
    pub bytes: u64,
    /// SHA-256 of its manifest, in hexadecimal.
    pub digest: String,
    /// How many parameters it has, in billions, where the server says so.
    pub parameters_billion: Option<f32>,
    /// How its weights are rounded, such as `Q4_K_M`.
    pub quantisation: String,
}

/// The details of a model that runs where the server is.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Shown {
    /// Most tokens that it was trained to read and write together.
    pub context_length: Option<u32>,
    /// What it can do: `completion`, `embedding`, `thinking` and others. Old servers do not say.
    pub capabilities: Vec<String>,
    /// How many parameters it has, in billions.
    pub parameters_billion: Option<f32>,
    /// How its weights are rounded, such as `Q4_K_M`.
    pub quantisation: String,
    /// Memory that each token of context takes, in bytes, at the 16 bits that Ollama keeps it in. At most: a
    /// model that looks back only so far in some layers takes less.
    pub context_bytes_per_token: Option<u64>,
}

impl Shown {
    /// Reads an answer of `show`; `None` where the model runs elsewhere.
    pub(super) fn read(answer: &Value) -> Option<Self> {
        if names_remote(answer) {
            return None;
        }
        let details = answer.get("details").unwrap_or(&Value::Null);
        let info = answer.get("model_info").unwrap_or(&Value::Null);
        let capabilities = answer.get("capabilities").and_then(Value::as_array);
        Some(Self {
            context_length: figure(info, "context_length").and_then(|tokens| u32::try_from(tokens).ok()),
            capabilities: capabilities.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect(),
            parameters_billion: parameters_of(details),
            quantisation: text(details, "quantization_level"),
            context_bytes_per_token: context_bytes(info),
        })
    }

    /// Returns whether the model can do `capability`, which an old server that names none may not know.
    pub fn can(&self, capability: &str) -> bool {
        self.capabilities.is_empty() || self.capabilities.iter().any(|named| named == capability)
    }

    /// Returns whether the model thinks aloud before it answers, unless it is told not to.
    pub fn thinks(&self) -> bool {
        self.capabilities.iter().any(|named| named == "thinking")
    }
}

/// Returns the models of a list that run where the server is; `None` where it is no list.
pub(super) fn installed_of(answer: &Value) -> Option<Vec<Installed>> {
    // Ollama writes an empty list as null in some versions.
    let models = match answer.get("models")? {
        Value::Null => &[],
        models => models.as_array()?.as_slice(),
    };
    let local = models.iter().filter(|model| !names_remote(model));
    Some(local.filter_map(installed).filter(|model| !is_remote_name(&model.name)).collect())
}

fn installed(model: &Value) -> Option<Installed> {
    let details = model.get("details").unwrap_or(&Value::Null);
    let name = model.get("name").or_else(|| model.get("model"))?.as_str()?;
    Some(Installed {
        name: name.to_owned(),
        bytes: model.get("size").and_then(Value::as_u64).unwrap_or(0),
        digest: text(model, "digest"),
        parameters_billion: parameters_of(details),
        quantisation: text(details, "quantization_level"),
    })
}

/// Returns whether a value of the API (a model of a list, details, a line of an answer) names a machine or a model
/// elsewhere.
pub(super) fn names_remote(value: &Value) -> bool {
    ["remote_host", "remote_model"]
        .iter()
        .any(|key| value.get(key).is_some_and(|remote| !remote.is_null() && remote.as_str() != Some("")))
}

/// Returns whether a model's name says by itself that it runs elsewhere: its tag ends in `cloud`. A name without a
/// tag is taken by its end too, `-cloud` being Ollama's older way to say it.
pub(super) fn is_remote_name(model: &str) -> bool {
    let model = model.trim().to_ascii_lowercase();
    let last = model.rsplit('/').next().unwrap_or_default();
    match last.split_once(':') {
        Some((_, tag)) => tag.ends_with("cloud"),
        None => last.ends_with("-cloud"),
    }
}

fn text(value: &Value, key: &str) -> String {
    value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// Reads `8.2B` or `494.03M`.
fn parameters_of(details: &Value) -> Option<f32> {
    let size = details.get("parameter_size")?.as_str()?.trim();
    let unit = size.chars().last()?;
    let number: f32 = size.trim_end_matches(unit).parse().ok()?;
    let billions = match unit.to_ascii_uppercase() {
        'T' => 1_000.0,
        'B' => 1.0,
        'M' => 0.001,
        'K' => 0.000_001,
        _ => return None,
    };
    (number.is_finite() && number > 0.0).then_some(number * billions)
}

/// Returns a figure of the model's architecture. The key begins with the architecture's name, and a model that
/// also sees has further keys of the same end for its eyes.
fn figure(info: &Value, key: &str) -> Option<u64> {
    let architecture = info.get("general.architecture").and_then(Value::as_str);
    let named = architecture.and_then(|name| info.get(format!("{name}.{key}")));
    let any = || {
        let end = format!(".{key}");
        info.as_object()?.iter().find(|(name, _)| name.ends_with(&end)).map(|(_, value)| value)
    };
    match named.or_else(any)? {
        // Some architectures differ by layer; the largest is the safe one.
        Value::Array(layers) => layers.iter().filter_map(Value::as_u64).max(),
        value => value.as_u64(),
    }
}

/// Returns the memory of one token of context: keys and values of each layer, two bytes a number.
fn context_bytes(info: &Value) -> Option<u64> {
    let layers = figure(info, "block_count")?;
    let heads = figure(info, "attention.head_count")?;
    let kept = figure(info, "attention.head_count_kv").unwrap_or(heads);
    let width = figure(info, "embedding_length")?.checked_div(heads)?;
    let key = figure(info, "attention.key_length").unwrap_or(width);
    let value = figure(info, "attention.value_length").unwrap_or(width);
    layers.checked_mul(kept)?.checked_mul(key.checked_add(value)?)?.checked_mul(2).filter(|&bytes| bytes > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_of_models_that_run_elsewhere() {
        for (name, expected) in [
            ("gpt-oss:120b-cloud", true),
            ("kimi-k2:cloud", true),
            ("KIMI:1T-Cloud", true),
            ("someone/model:cloud", true),
            ("registry.example:5000/someone/model:20b-cloud", true),
            ("gpt-oss-cloud", true),
            ("qwen3:8b", false),
            ("cloud:8b", false),
            ("nextcloud", false),
            ("cloud-reader:latest", false),
            ("registry.cloud/someone/model:8b", false),
        ] {
            assert_eq!(is_remote_name(name), expected, "{name}");
        }
    }

    #[test]
    fn sizes_in_words() {
        for (size, expected) in [
            ("8.2B", Some("8.20")),
            ("494.03M", Some("0.49")),
            ("1T", Some("1000.00")),
            ("", None),
            ("B", None),
            ("?", None),
        ] {
            let found = parameters_of(&json!({ "parameter_size": size })).map(|billions| format!("{billions:.2}"));
            assert_eq!(found.as_deref(), expected, "{size}");
        }
    }

    #[test]
    fn details_of_a_model() {
        let answer = json!({
            "details": { "parameter_size": "8.2B", "quantization_level": "Q4_K_M" },
            "model_info": {
                "general.architecture": "qwen3", "qwen3.context_length": 40_960, "qwen3.block_count": 36,
                "qwen3.attention.head_count": 32, "qwen3.attention.head_count_kv": 8, "qwen3.embedding_length": 4_096,
                "qwen3.attention.key_length": 128, "qwen3.attention.value_length": 128,
                "aqwen3.vision.context_length": 7,
            },
            "capabilities": ["completion", "thinking"],
        });
        let shown = Shown::read(&answer).expect("it runs here");
        assert_eq!(shown.context_length, Some(40_960));
        assert_eq!(shown.context_bytes_per_token, Some(147_456));
        assert!(shown.thinks() && shown.can("completion") && !shown.can("embedding"));
        assert_eq!(Shown::read(&json!({ "remote_host": "https://elsewhere.example" })), None);
        assert_eq!(Shown::read(&json!({ "remote_model": "x" })), None);
        assert_eq!(Shown::read(&json!({})), Some(Shown::default()));
    }
}
