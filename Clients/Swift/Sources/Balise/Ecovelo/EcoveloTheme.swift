// The colours of a host app.

/// The colours of what a host app shows around the web app, each as `#RRGGBB`.
public struct EcoveloTheme: Hashable, Sendable {
    /// The main colour.
    public var primary: String
    /// Its darker sister.
    public var primaryVariant: String
    /// The colour of what is to catch the eye.
    public var secondary: String

    /// Colours; without any, those of the Ecovelo app.
    public init(primary: String = "#0055A4", primaryVariant: String = "#003D7A", secondary: String = "#E4002B") {
        self.primary = primary
        self.primaryVariant = primaryVariant
        self.secondary = secondary
    }
}

extension EcoveloTheme {
    /// The parts of a colour, each from 0 to 1.
    struct Components: Hashable {
        var red: Double
        var green: Double
        var blue: Double

        /// Nil for what is not like `#RRGGBB`.
        init?(_ text: String) {
            guard text.utf8.count == 7, text.hasPrefix("#"), text.utf8.dropFirst().allSatisfy(\.isHexadecimalDigit),
                let number = UInt32(text.dropFirst(), radix: 16)
            else { return nil }
            red = Double(number >> 16) / 255
            green = Double(number >> 8 & 255) / 255
            blue = Double(number & 255) / 255
        }
    }
}

extension UInt8 {
    /// `UInt32(_:radix:)` takes a sign as well.
    fileprivate var isHexadecimalDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
