//! The model server: what it has, fetching a model, allowing another machine.

use super::Answered;
use crate::shelf::{Shared, held, run};
use crate::view::{Failure, ModelView, Models, Recommended};
use legajo_core::error::Error;
use legajo_core::library::{Listed, ModelServer};
use legajo_core::progress::{Progress, Silent, Stop, Watcher};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tauri::ipc::Channel;

/// Least time between two reports of a download.
const TOLD_EVERY: Duration = Duration::from_millis(150);

#[tauri::command]
pub(crate) async fn models(shelf: Shared<'_>) -> Answered<Models> {
    run(&shelf, |shelf| shelf.fetch(|library| library.model_server(&Silent)).map(view)).await
}

fn view(server: ModelServer) -> Models {
    let (installed, failure) = match server.installed {
        Ok(installed) => (installed, None),
        Err(fault) => (Vec::new(), Some(Failure::from(Error::from(fault)))),
    };
    let listed = |listed: Listed| ModelView {
        name: listed.model.name,
        bytes: listed.model.bytes,
        parameters_billion: listed.model.parameters_billion,
        quantisation: listed.model.quantisation,
        fits: listed.fits,
        skill: Some(listed.skill),
    };
    Models {
        address: server.address,
        failure,
        installed: installed.into_iter().map(listed).collect(),
        chosen: server.chosen,
        recommended: server.recommended.map(|family| Recommended {
            name: family.name.to_owned(),
            bytes: family.bytes,
            memory_bytes: family.memory_bytes,
        }),
        memory_bytes: server.memory_bytes,
        to_confirm: server.to_confirm,
        allowed: server.allowed,
    }
}

#[tauri::command]
pub(crate) async fn pull_model(shelf: Shared<'_>, name: String, told: Channel<Progress>) -> Answered<()> {
    run(&shelf, move |shelf| {
        let stop = Stop::default();
        std::mem::replace(&mut *held(&shelf.fetching), stop.clone()).stop();
        let watcher = Told { stop, told, last: Mutex::new(None) };
        shelf.fetch(|library| library.pull_model(&name, &watcher))
    })
    .await
}

#[tauri::command]
pub(crate) fn stop_pulling(shelf: Shared<'_>) {
    held(&shelf.fetching).stop();
}

#[tauri::command]
pub(crate) async fn allow_host(shelf: Shared<'_>, host: String) -> Answered<()> {
    run(&shelf, move |shelf| shelf.look(|library| library.allow_model_host(&host))).await
}

/// Takes a download's reports to the interface, not too often but the last one always.
struct Told {
    stop: Stop,
    told: Channel<Progress>,
    last: Mutex<Option<Instant>>,
}

impl Watcher for Told {
    fn report(&self, progress: &Progress) {
        let mut last = held(&self.last);
        let due = last.is_none_or(|at| at.elapsed() >= TOLD_EVERY);
        if due || progress.done == progress.total {
            *last = Some(Instant::now());
            let _ = self.told.send(progress.clone());
        }
    }

    fn cancelled(&self) -> bool {
        self.stop.cancelled()
    }
}
