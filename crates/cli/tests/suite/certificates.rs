//! Tests of forged certificates. `crates/winways/tests/suite/certificates.rs` has thousands more.

use crate::common::{run, stderr, stdout};

/// Runs `verify-certificate` on a text with options. Returns the exit code and the output.
fn verify(text: &str, options: &str) -> (Option<i32>, String) {
    let directory = crate::common::Temporary::new();
    std::fs::write(directory.at("certificate"), text).expect("the file can be written");
    let output = run(&format!("winways verify-certificate {} {options}", directory.path("certificate")), "");
    (output.status.code(), stdout(&output) + &stderr(&output))
}

/// The first certificate claims 400 values and a period of 174, but Kayles has period 12. The second is based on values that are all
/// zero, to which the theorem of Guy and Smith does not apply. The third has a window without values, at heap 2⁶⁴ − 1.
#[test]
fn forged_certificates_that_were_accepted_are_refused() {
    let header = "winways period certificate 1\n";
    let kayles = format!(
        "{header}game octal(0.77)\npreperiod 225\nperiod 174\nproof sparse\nlength 175\nrepeats-from 400\napart 0\n\
         mask 7\nparity none\nrare 3 6 9 11 15 18 21 22 33 34 39 57 70\nend\n"
    );
    let zeros =
        format!("{header}game octal(0.4)\npreperiod 0\nperiod 1\nproof guy-smith\nlast-digit 1\nend\n");
    for (forged, reason) in
        [(kayles, "multiple of the period"), (zeros, "heap 2 differs in value from heap 3")]
    {
        let (code, text) = verify(&forged, "");
        assert!(code == Some(1) && text.starts_with("refused: ") && text.contains(reason), "{text}");
    }
    let real = std::fs::read_to_string(crate::common::root().join("docs/results/056.certificate")).unwrap();
    let empty = real.replace("\nend\n", "\nwindow 18446744073709551615 00000000 \nend\n");
    let (code, text) = verify(&empty, "--sample 1");
    assert!(code == Some(1) && text.contains("no window before heap"), "{text}");
}

#[test]
fn certificates_without_windows_are_checked_completely() {
    let text = "winways period certificate 1\ngame octal(0.34)\npreperiod 7\nperiod 8\nproof guy-smith\nlast-digit 2\nend\n";
    let (whole, sample) = (verify(text, ""), verify(text, "--sample 1"));
    assert!(whole.0 == Some(0) && whole.1.contains(": holds, "), "{}", whole.1);
    assert_eq!(sample, whole);
}

#[test]
fn a_table_without_a_certificate_is_printed_before_the_error() {
    let temporary = crate::common::Temporary::new();
    let path = temporary.path("certificate");
    for (table, shown, reason) in [
        ("nim --up-to 20", "saltus 1", "periods with a saltus have no certificates"),
        (
            "grundy --up-to 9",
            "no period found",
            "no period to certify up to the last heap; try a greater --up-to",
        ),
        ("wythoff --up-to 9", "lost pairs", "no period of rows to certify"),
    ] {
        let output = run(&format!("winways table {table} --certificate {path}"), "");
        assert_eq!(output.status.code(), Some(2), "{table}");
        assert!(stdout(&output).contains(shown), "{}", stdout(&output));
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(reason), "{error}");
        assert!(!std::path::Path::new(&path).exists(), "{table}");
    }
}

#[test]
fn a_table_of_few_zeros_proves_no_period() {
    let output = run("winways table 'octal(0.4)' --up-to 2 --prove --summary", "");
    let text = stdout(&output);
    assert!(output.status.code() == Some(3) && !text.contains("proved (Guy"), "{text}");
}

#[test]
fn a_table_without_prove_has_the_proof_that_costs_little() {
    for (command, pattern) in [
        ("kayles", "period 12 from 71, proved (Guy–Smith)"),
        ("'octal(0.137)' --up-to 10", "period 34 from 52, proved (Guy–Smith)"),
        ("'subtract{2,5,7}' --up-to 3", "period 22 from 0, proved (two equal windows)"),
        ("grundy", "no period found"),
        ("'octal(0.16)'", "no period found"),
    ] {
        let text = stdout(&run(&format!("winways table {command} --summary"), ""));
        assert!(text.contains(&format!("\n{pattern}\n")), "{command}: {text}");
    }
}

/// The values of subtract{1..300} are the remainders by 301. The first hundred values alone suggest other statements.
#[test]
fn values_above_255_are_certified() {
    let temporary = crate::common::Temporary::new();
    let path = temporary.path("certificate");
    let output = run(&format!("winways table subtract{{1..300}} --prove --summary --certificate {path}"), "");
    let text = stdout(&output);
    assert!(text.contains("period 301 from 0, proved") && !text.contains("g(n) = n"), "{text}");
    let output = run(&format!("winways verify-certificate {path}"), "");
    assert!(output.status.code() == Some(0) && stdout(&output).contains(": holds, "), "{}", stdout(&output));
}
