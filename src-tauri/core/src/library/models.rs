//! The model server as the user sees it: where it is, what it has, what may be fetched.

use super::Library;
use crate::config::{ModelFamily, ModelSkill};
use crate::error::{Error, Result};
use crate::models::{Address, Client, Fault, Installed, choose, fits, recommend, requests_outside, skill_of};
use crate::progress::Watcher;

/// Name of the setting that holds the one other machine that the user allowed.
const ALLOWED_HOST: &str = "model_host";
/// Name of the setting that counts the requests sent to another machine.
const REQUESTS_OUTSIDE: &str = "requests_outside";

/// What is known of the model server now.
pub struct ModelServer {
    /// Where it is, or would be.
    pub address: String,
    /// Its models that run where it is, or why they cannot be had.
    pub installed: std::result::Result<Vec<Listed>, Fault>,
    /// The model that answers when the user has chosen none.
    pub chosen: Option<String>,
    /// The model to fetch for a computer with so much memory.
    pub recommended: Option<&'static ModelFamily>,
    /// Memory that a model may take now, in bytes, where known.
    pub memory_bytes: Option<u64>,
    /// Another machine that is named and not allowed yet.
    pub to_confirm: Option<String>,
    /// The other machine that the user allowed.
    pub allowed: Option<String>,
}

/// An installed model, judged.
pub struct Listed {
    /// The model.
    pub model: Installed,
    /// Whether it fits into the memory that is free now; `None` when unknown.
    pub fits: Option<bool>,
    /// What it is trusted with.
    pub skill: ModelSkill,
}

impl Library {
    /// The model server's client. Nothing is sent yet.
    pub(super) fn client(&self) -> Result<std::result::Result<Client, Fault>> {
        let allowed = self.store.meta(ALLOWED_HOST)?;
        Ok(Address::check(self.setup.model_host.as_deref(), allowed.as_deref()).map(Client::new))
    }

    /// Looks at the model server.
    ///
    /// # Errors
    /// When the library cannot be read; a server that does not answer is no error here.
    pub fn model_server(&self, watcher: &dyn Watcher) -> Result<ModelServer> {
        let given = self.setup.model_host.as_deref().unwrap_or_default();
        let memory_bytes = (self.setup.available_memory)();
        let client = self.client()?;
        let address = client.as_ref().map_or_else(|_| given.to_owned(), |client| client.address().name());
        let installed = client.and_then(|client| client.tags(watcher));
        let chosen = installed.as_ref().ok().and_then(|installed| {
            choose(installed, None, memory_bytes.unwrap_or(u64::MAX)).ok().flatten().map(|chosen| chosen.name)
        });
        let judged = |model: Installed| Listed { fits: fits(&model, memory_bytes), skill: skill_of(&model), model };
        let allowed = self.store.meta(ALLOWED_HOST)?.filter(|host| !host.is_empty());
        let to_confirm = Address::to_confirm(given).ok().flatten().filter(|name| Some(name) != allowed.as_ref());
        Ok(ModelServer {
            address,
            installed: installed.map(|installed| installed.into_iter().map(judged).collect()),
            chosen,
            recommended: memory_bytes.and_then(recommend),
            memory_bytes,
            to_confirm,
            allowed,
        })
    }

    /// Returns the installed models that run where the server is.
    ///
    /// # Errors
    /// When the server does not answer.
    pub fn models(&self, watcher: &dyn Watcher) -> Result<Vec<Installed>> {
        Ok(self.client()?.and_then(|client| client.tags(watcher))?)
    }

    /// Lets the server fetch a model. The server, not Legajo, then uses the network.
    ///
    /// # Errors
    /// When the server does not answer, or the model would run elsewhere.
    pub fn pull_model(&self, name: &str, watcher: &dyn Watcher) -> Result<()> {
        Ok(self.client()?.and_then(|client| client.pull(name, watcher))?)
    }

    /// Allows the one other machine that models may be asked on, by its exact name, or none.
    ///
    /// # Errors
    /// When the name is not that of the machine that `OLLAMA_HOST` says.
    pub fn allow_model_host(&mut self, host: &str) -> Result<()> {
        let host = host.trim();
        let given = self.setup.model_host.as_deref().unwrap_or_default();
        if !host.is_empty()
            && let Ok(Some(wanted)) = Address::to_confirm(given)
            && wanted != host
        {
            return Err(Error::Request(format!("OLLAMA_HOST names {wanted}. Type exactly that to allow it.")));
        }
        self.store.set_meta(ALLOWED_HOST, host)
    }

    /// Returns how many requests went to another machine since the library was made, counting in those of this
    /// process that were not counted yet.
    pub fn requests_outside(&mut self) -> Result<u64> {
        let before = self.store.meta(REQUESTS_OUTSIDE)?.and_then(|count| count.parse().ok()).unwrap_or(0);
        let new = requests_outside();
        if new == 0 {
            return Ok(before);
        }
        let count = before + new;
        self.store.set_meta(REQUESTS_OUTSIDE, &count.to_string())?;
        Ok(count)
    }
}
