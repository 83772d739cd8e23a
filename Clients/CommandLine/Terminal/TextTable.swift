/// A table whose columns are as wide as their content.
struct TextTable {
    let heads: [String]
    let rows: [[String]]
    let empty: String

    /// - Parameter rows: Each with as many cells as `heads`.
    init(_ heads: [String], _ rows: [[String]], empty: String) {
        self.heads = heads
        self.rows = rows.map { $0.map(\.printable) }
        self.empty = empty
    }

    var text: String {
        guard !rows.isEmpty else { return empty + "\n" }
        let lines = [heads] + rows
        let widths = heads.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            let cells = zip(line, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            var text = cells.joined(separator: "  ")
            while text.last == " " { text.removeLast() }
            return text + "\n"
        }.joined()
    }
}
