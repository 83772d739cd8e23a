import HTTPTypes
import NIOCore

extension Answer {
    /// A weak ETag of the body, or 304 if the client has it.
    func tagged(for request: EdgeRequest) -> Answer {
        guard status == .ok, let body else { return self }
        return tagged(weakTag(body.readableBytes, privateHash(of: body.readableBytesView)), for: request)
    }

    func tagged(_ tag: String, for request: EdgeRequest) -> Answer {
        var answer = self
        if let known = request.headers.ifNoneMatch, matches(known, tag) {
            answer = Answer(.notModified)
            answer.fields = fields
        }
        answer.fields.append(HTTPField(name: .eTag, value: tag))
        return answer
    }
}

/// The same in every process: the length and a 64-bit FNV-1a hash.
func entityTag(of body: ByteBuffer) -> String {
    let hash = body.readableBytesView.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return weakTag(body.readableBytes, String(hash, radix: 16))
}

private func weakTag(_ length: Int, _ hash: String) -> String { #"W/"\#(String(length, radix: 16))-\#(hash)""# }

/// Weak and strong forms are equal, and `*` matches (RFC 9110, section 13.1.2).
private func matches(_ list: String, _ tag: String) -> Bool {
    let opaque = tag.dropFirst(2)
    return list.split(separator: ",").contains { entry in
        let known = entry.drop { $0 == " " }
        let bare = known.hasPrefix("W/") ? known.dropFirst(2) : known
        var end = bare
        while end.last == " " { end = end.dropLast() }
        return end == opaque || end == "*"
    }
}

/// A key of this process: a reader of a proxy's log cannot guess the input, and the hash has no meaning elsewhere.
func privateHash(of bytes: some Sequence<UInt8>) -> String {
    var hasher = Hasher()
    // Swift seeds it at random when the process starts.
    if bytes.withContiguousStorageIfAvailable({ hasher.combine(bytes: UnsafeRawBufferPointer($0)) }) == nil {
        for byte in bytes { hasher.combine(byte) }
    }
    return String(UInt(bitPattern: hasher.finalize()), radix: 16)
}
