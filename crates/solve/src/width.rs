/// What a machine offers for work on many numbers at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    /// Plain words.
    Scalar,
    /// Registers of 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Registers of 512 bits.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Width {
    /// Every width, the narrowest first.
    pub(crate) const ALL: &[Width] = &[
        Width::Scalar,
        #[cfg(target_arch = "x86_64")]
        Width::Avx2,
        #[cfg(target_arch = "x86_64")]
        Width::Avx512,
    ];

    /// Whether this machine has it.
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

    /// The widest that this machine has.
    pub(crate) fn widest() -> Width {
        Width::ALL.iter().copied().rfind(|width| width.is_available()).unwrap_or(Width::Scalar)
    }
}
