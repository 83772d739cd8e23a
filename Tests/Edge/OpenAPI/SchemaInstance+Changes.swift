/// `value` with another value at a place; nil removes the member.
func replacing(_ value: Any, at way: ArraySlice<SchemaStep>, by other: Any?) -> Any? {
    guard let step = way.first else { return other }
    switch step {
    case .member(let name):
        guard var object = value as? [String: Any] else { return value }
        object[name] = way.count == 1 ? other : object[name].flatMap { replacing($0, at: way.dropFirst(), by: other) }
        return object
    case .element(let index):
        guard var array = value as? [Any], array.indices.contains(index) else { return value }
        if let changed = replacing(array[index], at: way.dropFirst(), by: other) { array[index] = changed }
        return array
    }
}

func value(_ way: ArraySlice<SchemaStep>, in whole: Any) -> Any? {
    guard let step = way.first else { return whole }
    switch step {
    case .member(let name):
        return (whole as? [String: Any])?[name].flatMap { value(way.dropFirst(), in: $0) }
    case .element(let index):
        guard let array = whole as? [Any], array.indices.contains(index) else { return nil }
        return value(way.dropFirst(), in: array[index])
    }
}
