extension String {
    /// In order (RFC 9110, section 12.4.2). Weights range from 0, unwanted, to 1, the default. An invalid weight counts as
    /// 0.
    var weightedItems: [(item: Substring, weight: Double)] {
        split(separator: ",").compactMap { entry in
            let parts = entry.split(separator: ";").map(\.withoutSpaceAround)
            guard let item = parts.first, !item.isEmpty else { return nil }
            return (item, parts.count > 1 ? weight(of: parts[1]) : 1)
        }
    }
}

private func weight(of parameter: Substring) -> Double {
    guard parameter.lowercased().hasPrefix("q="), let value = Double(parameter.dropFirst(2)), (0...1).contains(value)
    else { return 0 }
    return value
}

extension Substring {
    fileprivate var withoutSpaceAround: Substring {
        var rest = drop { $0 == " " || $0 == "\t" }
        while rest.last == " " || rest.last == "\t" { rest.removeLast() }
        return rest
    }
}
