struct Table {
    let title: String
    let headings: [String]
    private(set) var rows: [[String]] = []

    init(_ title: String, _ headings: [String]) {
        (self.title, self.headings) = (title, headings)
    }

    mutating func add(_ row: [String]) { rows.append(row) }

    var text: String {
        let all = [headings] + rows
        let widths = headings.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        let lines = all.map { row in
            row.indices.map { column in
                let padding = String(repeating: " ", count: widths[column] - row[column].count)
                return column == 0 ? row[column] + padding : padding + row[column]
            }.joined(separator: "  ")
        }
        let rule = String(repeating: "-", count: widths.reduce(0, +) + 2 * (widths.count - 1))
        return ([title, lines[0], rule] + lines.dropFirst()).joined(separator: "\n") + "\n"
    }
}

func whole(_ value: Double) -> String {
    let digits = String(Int(value.rounded()))
    var text = ""
    for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index) % 3 == 0 { text += " " }
        text.append(digit)
    }
    return text
}

func decimal(_ value: Double, _ digits: Int) -> String {
    var factor = 1.0
    for _ in 0..<digits { factor *= 10 }
    let scaled = Int((value * factor).rounded())
    guard digits > 0 else { return String(scaled) }
    let fraction = String(scaled % Int(factor))
    return "\(scaled / Int(factor))." + String(repeating: "0", count: digits - fraction.count) + fraction
}

func ratio(_ value: Double, of limit: Double) -> String { limit > 0 ? decimal(value / limit, 2) : "-" }

extension Array where Element == Double {
    var median: Double {
        let ordered = sorted()
        return ordered.isEmpty ? 0 : ordered[ordered.count / 2]
    }

    func percentile(_ part: Int) -> Double { isEmpty ? 0 : sorted()[Swift.min(count * part / 100, count - 1)] }
}

extension Sequence {
    func median(_ value: (Element) -> Double) -> Double { map(value).median }
}
