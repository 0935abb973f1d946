//! Where, when and how something is measured that another machine would measure otherwise.

use crate::cargo::target_cpu;
use literate::results::Provenance;
use std::path::Path;
use std::process::Command;

/// Where, when and how something is measured now.
pub fn here(folder: &Path, cpu: Option<&str>) -> Provenance {
    Provenance {
        processor: processor(),
        date: jiff::Timestamp::now().to_string()[..10].to_owned(),
        settings: settings(folder, cpu),
    }
}

/// The name that the machine gives its processor.
fn processor() -> String {
    let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    model(&cpuinfo)
        .or_else(|| answer("sysctl", &["-n", "machdep.cpu.brand_string"]))
        .unwrap_or_else(|| format!("{} processor", std::env::consts::ARCH))
}

fn model(cpuinfo: &str) -> Option<String> {
    let line = cpuinfo.lines().find(|line| line.starts_with("model name"))?;
    Some(crate::line::flatten(line.split_once(':')?.1))
}

/// Compiler and flags, as `rustc 1.95.0, -C target-cpu=native`.
fn settings(folder: &Path, cpu: Option<&str>) -> String {
    let version = answer("rustc", &["--version"]).unwrap_or_else(|| "rustc".to_owned());
    let version = version.split(" (").next().unwrap_or_default().to_owned();
    let flags = cpu.map(target_cpu);
    let flags = flags.or_else(|| std::env::var("RUSTFLAGS").ok()).or_else(|| configured(folder));
    match flags.filter(|flags| !flags.trim().is_empty()) {
        Some(flags) => format!("{version}, {flags}"),
        None => version,
    }
}

fn configured(folder: &Path) -> Option<String> {
    let text = std::fs::read_to_string(folder.join(".cargo/config.toml")).ok()?;
    let config: toml::Table = text.parse().ok()?;
    let flags = config.get("build")?.get("rustflags")?.as_array()?;
    Some(flags.iter().filter_map(toml::Value::as_str).collect::<Vec<_>>().join(" "))
}

fn answer(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let text = text.trim();
    (output.status.success() && !text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_is_named() {
        let cpuinfo = "processor\t: 0\nmodel name\t: Some  CPU @ 2.00GHz\n";
        assert_eq!(model(cpuinfo).as_deref(), Some("Some CPU @ 2.00GHz"));
        assert!(!processor().is_empty());
    }
}
