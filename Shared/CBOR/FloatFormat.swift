extension Double {
    /// Widens a number by its bits, because the processor would change some NaNs.
    init(wideningHalf half: UInt16) { self.init(wideningSingle: Float(wideningHalf: half).bitPattern) }

    init(wideningSingle single: UInt32) {
        let value = Float(bitPattern: single)
        guard value.isNaN else { self.init(value); return }
        let sign = UInt64(single >> 31) << 63
        self.init(bitPattern: sign | 0x7FF0_0000_0000_0000 | UInt64(single & 0x7F_FFFF) << 29)
    }

    var exactSingle: UInt32? {
        if isNaN {
            guard bitPattern & 0x1FFF_FFFF == 0 else { return nil }
            return UInt32(bitPattern >> 63) << 31 | 0x7F80_0000 | UInt32(bitPattern >> 29 & 0x7F_FFFF)
        }
        let single = Float(self)
        return Double(single) == self ? single.bitPattern : nil
    }
}

extension Float {
    init(wideningHalf half: UInt16) {
        let sign = UInt32(half >> 15) << 31
        let exponent = UInt32(half >> 10 & 31)
        let fraction = UInt32(half & 1023)
        switch exponent {
        case 0:
            let magnitude = Float(fraction) * 0x1p-24
            self.init(bitPattern: sign | magnitude.bitPattern)
        case 31: self.init(bitPattern: sign | 0x7F80_0000 | fraction << 13)
        default: self.init(bitPattern: sign | (exponent + 112) << 23 | fraction << 13)
        }
    }

    static func exactHalf(of single: UInt32) -> UInt16? {
        let sign = UInt16(single >> 31) << 15
        let exponent = single >> 23 & 255
        let fraction = single & 0x7F_FFFF
        switch exponent {
        case 0: return fraction == 0 ? sign : nil
        case 103...112:
            // A number this small becomes a half with an exponent of zero, which counts in units of 2^-24.
            let significand = fraction | 0x80_0000
            let shift = 126 - exponent
            guard significand & (1 << shift - 1) == 0 else { return nil }
            return sign | UInt16(significand >> shift)
        case 113...142:
            guard fraction & 0x1FFF == 0 else { return nil }
            return sign | UInt16((exponent - 112) << 10 | fraction >> 13)
        case 255:
            guard fraction & 0x1FFF == 0 else { return nil }
            return sign | 0x7C00 | UInt16(fraction >> 13)
        default: return nil
        }
    }
}
