// Lists in which a client says how much it likes each item, such as `Accept-Language`.

extension String {
    /// The items of a list with weights, in their order (RFC 9110, section 12.4.2): from 0 for what the client does not
    /// want to 1, which is also the weight of an item without one. An item whose weight is none is not wanted.
    var weightedItems: [(item: Substring, weight: Double)] {
        split(separator: ",").compactMap { entry in
            let parts = entry.split(separator: ";").map(\.withoutSpaceAround)
            guard let item = parts.first, !item.isEmpty else { return nil }
            return (item, parts.count > 1 ? weight(of: parts[1]) : 1)
        }
    }
}

/// The value of a parameter `q`; 0 for what is none.
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
