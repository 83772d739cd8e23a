// Answers to GET that a client already has.

import HTTPTypes
import NIOCore

extension Answer {
    /// The answer with a weak ETag made of its body, or 304 when the client says that it has this one.
    func tagged(for request: EdgeRequest) -> Answer {
        guard status == .ok, let body else { return self }
        return tagged(weakTag(body.readableBytes, privateHash(of: body.readableBytesView)), for: request)
    }

    /// The same with a tag that is known already.
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

/// A weak tag of a file that anybody may have, the same in every process: the length and a 64-bit FNV-1a hash.
func entityTag(of body: ByteBuffer) -> String {
    let hash = body.readableBytesView.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return weakTag(body.readableBytes, String(hash, radix: 16))
}

private func weakTag(_ length: Int, _ hash: String) -> String { #"W/"\#(String(length, radix: 16))-\#(hash)""# }

/// Whether a list of tags holds this one, or is `*`; weak and strong forms count as the same (RFC 9110, 13.1.2).
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
