//! The largest conformance test of each problem.

macro_rules! inputs {
    ($($problem:ident: $file:literal),* $(,)?) => {
        /// The names of problems, each with a large input, for benchmarks.
        pub static LARGEST_INPUTS: &[(&str, &str)] = &[$((
            stringify!($problem),
            include_str!(concat!("../tests/cases/", stringify!($problem), "/", $file)),
        )),*];
    };
}

inputs! {
    bamboo_green: "3.in",
    bamboo_redblue: "11.in",
    count_to_n: "7.in",
    easychase: "9.in",
    grundy_split: "13.in",
    hdu1079: "7.in",
    hdu1404: "13.in",
    hdu1517: "13.in",
    hdu1536: "13.in",
    hdu1846: "11.in",
    hdu1847: "7.in",
    hdu1848: "11.in",
    hdu1849: "13.in",
    hdu1850: "13.in",
    hdu1907: "15.in",
    hdu2147: "11.in",
    hdu2149: "13.in",
    hdu2176: "13.in",
    hdu2177: "13.in",
    hdu2188: "11.in",
    hdu2509: "13.in",
    match_nim: "11.in",
    p2197: "13.in",
    p2575: "11.in",
    p3480: "11.in",
    poj1067: "13.in",
    poj2931: "11.in",
    sg_dag: "11.in",
    staircase_nim: "11.in",
    surreal: "15.in",
    u66339: "11.in",
    wythoff_pairs: "11.in",
}
