extension MessageWriter {
    /// `depth` is the number of enclosing arrays and maps.
    mutating func write(_ content: Item.Content, depth: Int) throws(CBORError) {
        switch content {
        case .unsigned(let argument): writeHead(MajorType.unsigned, argument)
        case .negative(let argument): writeHead(MajorType.negative, argument)
        case .tooWide: throw .outOfRange(at: count)
        case .float(let number): write(number)
        case .bytes(let bytes): write(bytes)
        case .text(let text): write(text ?? "")
        case .simple(let byte): writeByte(byte)
        case .array where depth == CBORLimit.nesting, .map where depth == CBORLimit.nesting:
            throw .nestingTooDeep(at: count)
        case .array(let items):
            writeArrayHead(items.count)
            for item in items { try write(item.content, depth: depth + 1) }
        case .map(let entries):
            writeHead(MajorType.map, UInt64(entries.count))
            for entry in entries {
                try write(entry.key.content, depth: depth + 1)
                try write(entry.value.content, depth: depth + 1)
            }
        }
    }
}
