//! Benchmarks of option generation with compiled rules. Storing the options limits the rate to about 500 M numbers per
//! second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::ops::ControlFlow;
use winways_notation::parse_rules;
use winways_rulefile::CompiledRules;
use winways_rules::{Meter, Options};

const RULES: &[(&str, &str, &[u64])] = &[
    ("wythoff", "heap (a, b) -> (a-k, b) | (a, b-k) | (a-k, b-k) where k >= 1", &[300, 500]),
    ("grundy", "heap n -> a, b where a + b = n, a != b, a >= 1, b >= 1", &[1000]),
    ("nimhoff", "heap (a, b) -> (a-i, b-j) where i + j >= 1, i + j <= 100", &[200, 200]),
    (
        "lim",
        "heap (a, b, c) -> (a-k, b-k, c+k) | (a-k, b+k, c-k) | (a+k, b-k, c-k) where k >= 1",
        &[300, 300, 300],
    ),
    ("squares", "heap n -> n-k where k in squares", &[1_000_000]),
    ("odd", "heap n -> n-k where k mod 2 = 1, k != 7", &[2000]),
];

fn options(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("text rules");
    for &(name, text, component) in RULES {
        let compiled = parse_rules(text).and_then(|file| CompiledRules::of(&file));
        let Ok(CompiledRules::Impartial(rules)) = compiled else { continue };
        let mut count = 0;
        let _ = rules.options(component, &mut Meter::default(), |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        group.throughput(Throughput::Elements(count));
        group.bench_function(name, |bencher| {
            let (mut options, mut meter) = (Options::new(), Meter::default());
            bencher.iter(|| {
                options.clear();
                let result = rules.options(black_box(component), &mut meter, |option| {
                    options.push(option.iter().copied());
                    ControlFlow::Continue(())
                });
                black_box((result.is_ok(), options.len()))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, options);
criterion_main!(benches);
