/// A width of vector registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    /// Plain machine words.
    Scalar,
    /// 256-bit registers.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512-bit registers.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Width {
    /// All widths, the narrowest first.
    pub(crate) const ALL: &[Width] = &[
        Width::Scalar,
        #[cfg(target_arch = "x86_64")]
        Width::Avx2,
        #[cfg(target_arch = "x86_64")]
        Width::Avx512,
    ];

    /// Returns `true` if this machine supports the width.
    pub(crate) fn is_available(self) -> bool {
        match self {
            Width::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Width::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vpopcntdq")
            }
        }
    }

    /// Returns the greatest width that this machine supports.
    pub(crate) fn widest() -> Width {
        Width::ALL.iter().copied().rfind(|width| width.is_available()).unwrap_or(Width::Scalar)
    }
}
