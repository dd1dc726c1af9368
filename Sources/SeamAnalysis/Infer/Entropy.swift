#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Code lengths in bits.
enum Entropy {
    /// The logarithm to base 2.
    static func log2(_ value: Double) -> Double {
        #if canImport(Darwin)
        Darwin.log2(value)
        #elseif canImport(Musl)
        Musl.log2(value)
        #else
        Glibc.log2(value)
        #endif
    }

    /// 2 to the power of a number of bits.
    static func power(_ bits: Double) -> Double {
        #if canImport(Darwin)
        Darwin.exp2(bits)
        #elseif canImport(Musl)
        Musl.exp2(bits)
        #else
        Glibc.exp2(bits)
        #endif
    }

    /// The bits by which `hits` and `misses` are better told by a rate that is learned than by the rate `chance`.
    ///
    /// The learned rate starts at `before` to 1: a Beta prior, whose predictions use only what came before, so
    /// that nothing is judged by what it was fitted to.
    static func gain(hits: Int, misses: Int, chance: Double, before: Double = 2) -> Double {
        let chance = min(max(chance, 1e-6), 0.999)
        let a = before
        let learned =
            logBeta(a + Double(hits), 1 + Double(misses)) - logBeta(a, 1)
        let gain = learned - Double(hits) * log2(chance) - Double(misses) * log2(1 - chance)
        // To miss more often than chance would is nothing in favour.
        return Double(hits) < chance * Double(hits + misses) ? min(0, gain) : gain
    }

    private static func logBeta(_ a: Double, _ b: Double) -> Double {
        logGamma(a) + logGamma(b) - logGamma(a + b)
    }

    /// Stirling's series (Abramowitz and Stegun 6.1.40), shifted to where it is exact enough.
    private static func logGamma(_ value: Double) -> Double {
        var x = value
        var shift = 0.0
        while x < 8 {
            shift -= log2(x)
            x += 1
        }
        let e = 1.4426950408889634
        let series = 1 / (12 * x) - 1 / (360 * x * x * x)
        return shift + (x - 0.5) * log2(x) + e * (0.9189385332046727 - x + series)
    }
}
