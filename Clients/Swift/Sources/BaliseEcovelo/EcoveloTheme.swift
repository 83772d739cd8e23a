/// The colours that a host app shows around the web app, each as `#RRGGBB`.
public struct EcoveloTheme: Hashable, Sendable {
    /// The main colour.
    public var primary: String
    /// A darker main colour.
    public var primaryVariant: String
    /// The accent colour.
    public var secondary: String

    /// Creates a theme. The defaults are the colours of the Ecovelo app.
    public init(primary: String = "#0055A4", primaryVariant: String = "#003D7A", secondary: String = "#E4002B") {
        self.primary = primary
        self.primaryVariant = primaryVariant
        self.secondary = secondary
    }
}

extension EcoveloTheme {
    /// The channels of a colour, each from 0 to 1.
    struct Components: Hashable {
        var red: Double
        var green: Double
        var blue: Double

        /// Nil unless the text is `#RRGGBB`.
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
