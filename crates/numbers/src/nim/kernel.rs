//! The kernels: the algorithm of a batch for each kind of vector instructions.

use super::blocks::Blocks;
use super::karatsuba::Digit;
use super::planes::Byte;
#[cfg(target_arch = "x86_64")]
use super::x86;

/// The instructions to use. They affect speed only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kernel {
    /// Bit planes in machine words.
    Portable,
    /// Bit planes in registers of 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Planes of bytes in registers of 256 bits.
    #[cfg(target_arch = "x86_64")]
    Gfni,
    /// Planes of bytes in registers of 512 bits.
    #[cfg(target_arch = "x86_64")]
    WideGfni,
}

impl Kernel {
    /// All kernels, the slowest first.
    const ALL: &[Kernel] = &[
        Kernel::Portable,
        #[cfg(target_arch = "x86_64")]
        Kernel::Avx2,
        #[cfg(target_arch = "x86_64")]
        Kernel::Gfni,
        #[cfg(target_arch = "x86_64")]
        Kernel::WideGfni,
    ];

    /// Returns the kernels that this machine supports, the slowest first.
    pub(super) fn available() -> impl DoubleEndedIterator<Item = Kernel> {
        Kernel::ALL.iter().copied().filter(|kernel| match kernel {
            Kernel::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => x86::has_avx2(),
            #[cfg(target_arch = "x86_64")]
            Kernel::Gfni => x86::has_gfni(),
            #[cfg(target_arch = "x86_64")]
            Kernel::WideGfni => x86::has_wide_gfni(),
        })
    }

    /// Returns the fastest kernel that this machine supports.
    pub(super) fn fastest() -> Kernel {
        Kernel::available().next_back().unwrap_or(Kernel::Portable)
    }

    /// Returns the number of nimbers in a block.
    pub(super) fn block(self) -> usize {
        match self {
            Kernel::Portable => Byte::<u64>::WORDS,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => x86::Planes::WORDS,
            #[cfg(target_arch = "x86_64")]
            Kernel::Gfni => x86::GaloisBytes::WORDS,
            #[cfg(target_arch = "x86_64")]
            Kernel::WideGfni => x86::WideGaloisBytes::WORDS,
        }
    }

    /// Multiplies the nimbers in whole blocks.
    pub(super) fn multiply<N: Blocks>(self, factors: &mut [N], others: &[N]) {
        match self {
            Kernel::Portable => N::multiply::<Byte<u64>>(factors, others),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => x86::multiply_avx2(factors, others),
            #[cfg(target_arch = "x86_64")]
            Kernel::Gfni => x86::multiply_gfni(factors, others),
            #[cfg(target_arch = "x86_64")]
            Kernel::WideGfni => x86::multiply_wide_gfni(factors, others),
        }
    }

    /// Inverts the nimbers in whole blocks.
    pub(super) fn invert<N: Blocks>(self, nimbers: &mut [N]) {
        match self {
            Kernel::Portable => N::invert::<Byte<u64>>(nimbers),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => x86::invert_avx2(nimbers),
            #[cfg(target_arch = "x86_64")]
            Kernel::Gfni => x86::invert_gfni(nimbers),
            #[cfg(target_arch = "x86_64")]
            Kernel::WideGfni => x86::invert_wide_gfni(nimbers),
        }
    }
}
