//! Benchmarks of move generation from picture files on 8×8 boards. Each move yields its cells and the board after it.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use winways_rulefile::BitBoard;
use winways_rules::Side;

const FILES: &[(&str, &str, [&str; 2])] = &[
    ("cram", "board: grid\nboth: . . -> # #\n", ["........", "........"]),
    ("domineering", "board: grid\nleft: . . -> # # in down\nright: . . -> # # in right\n", ["........"; 2]),
    ("clobber", "board: grid\npieces: x left, o right\neach: @ & -> . @\n", ["xoxoxoxo", "oxoxoxox"]),
];

fn moves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("moves of pictures");
    for &(name, file, rows) in FILES {
        let rows: Vec<&str> = rows.into_iter().cycle().take(8).collect();
        let Ok(board) = BitBoard::of(file, &rows.join("|")) else { continue };
        let mut count = 0;
        for side in Side::BOTH {
            board.each_move(side, |_, _| count += 1);
        }
        group.throughput(Throughput::Elements(count));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for side in Side::BOTH {
                    black_box(&board).each_move(side, |cells, after| {
                        black_box(cells);
                        black_box(after);
                    });
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, moves);
criterion_main!(benches);
