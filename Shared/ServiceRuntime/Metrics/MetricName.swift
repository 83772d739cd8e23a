/// A metric's name and dimensions, in the characters that the Prometheus text format allows.
struct MetricName: Hashable, Sendable {
    let name: String
    /// Pairs of name and value, sorted by name.
    let labels: [[String]]

    init(_ label: String, _ dimensions: [(String, String)]) {
        name = MetricName.allowed(label, alsoColon: true)
        labels =
            dimensions.map { [MetricName.allowed($0.0, alsoColon: false), $0.1] }
            .sorted { $0.lexicographicallyPrecedes($1) }
    }

    private static func allowed(_ text: String, alsoColon: Bool) -> String {
        let letters = text.unicodeScalars.map { scalar -> Character in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_": Character(scalar)
            case ":" where alsoColon: ":"
            default: "_"
            }
        }
        guard let first = letters.first else { return "_" }
        return (first.isNumber ? "_" : "") + String(letters)
    }
}
