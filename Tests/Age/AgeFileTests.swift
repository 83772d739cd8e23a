import BaliseValues
import Foundation
import Models
import Testing

@testable import Age

@Suite("An encrypted file")
struct AgeFileTests {
    private static let chunk = 64 * 1024
    /// Of a chunk in the file.
    private static let stored = chunk + 16
    private let identity: AgeIdentity

    init() throws { identity = try AgeIdentity(Written.identity) }

    /// The header with the nonce, and the chunks of a content of this length.
    private func parts(_ count: Int) throws -> (beginning: [UInt8], chunks: [[UInt8]]) {
        let file = try encrypted(numberedBytes(count), for: [identity.recipient])
        let payload = count + 16 * max(1, (count + Self.chunk - 1) / Self.chunk)
        let body = Array(file.suffix(payload))
        let chunks = stride(from: 0, to: payload, by: Self.stored).map {
            Array(body[$0..<min($0 + Self.stored, payload)])
        }
        return (Array(file.dropLast(payload)), chunks)
    }

    private func error(_ file: [UInt8]) -> AgeError? {
        do throws(AgeError) { _ = try decrypted(file, [identity]) } catch { return error }
        return nil
    }

    @Test("A file that age wrote is decrypted", arguments: [1, 7, 4096])
    func writtenByAge(pieces: Int) throws {
        let content = try decrypted(Written.file, [identity], pieces: pieces)
        #expect(String(decoding: content, as: UTF8.self) == Written.content)
    }

    @Test("Each of its recipients gets the content back", arguments: [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])
    func roundTrip(count: Int) throws {
        let other = try AgeIdentity(random: systemRandomBytes)
        let content = numberedBytes(count)
        let file = try encrypted(content, for: [other.recipient, identity.recipient])
        for identities in [[identity], [other]] { #expect(try decrypted(file, identities) == content) }
    }

    @Test("Nobody else can decrypt it, and it needs a recipient")
    func strangers() throws {
        let other = try AgeIdentity(random: systemRandomBytes)
        #expect(throws: AgeError.noMatchingIdentity) { try decrypted(Written.file, [other]) }
        #expect(throws: AgeError.noRecipients) { try AgeWriter(for: [], random: systemRandomBytes) }
    }

    @Test("Without its last chunks it is reported as incomplete")
    func truncated() throws {
        let (beginning, chunks) = try parts(3 * Self.chunk)
        for count in 0..<chunks.count { #expect(error(beginning + chunks[..<count].joined()) == .truncated) }
        for count in [0, 20, beginning.count - 17, beginning.count - 1] {
            #expect(error(Array(beginning[..<count])) == .truncated)
        }
        let cut = beginning + chunks.joined()
        #expect(error(Array(cut.dropLast())) == .damagedEnd)
    }

    @Test("With bytes behind its end it is refused")
    func extended() throws {
        let whole = try parts(2 * Self.chunk)
        #expect(error(whole.beginning + whole.chunks.joined() + [0]) == .extended)
        #expect(error(whole.beginning + whole.chunks.joined() + whole.chunks[1]) == .extended)
        let part = try parts(5)
        #expect(error(part.beginning + part.chunks[0] + [0]) == .damagedEnd)
    }

    @Test("With chunks in another order or altered ones it is refused, and the error names the first")
    func altered() throws {
        let (beginning, chunks) = try parts(3 * Self.chunk + 5)
        #expect(error(beginning + [1, 0, 2, 3].flatMap { chunks[$0] }) == .alteredChunk(0))
        #expect(error(beginning + [0, 2, 1, 3].flatMap { chunks[$0] }) == .alteredChunk(1))
        #expect(error(beginning + [0, 1, 1, 2, 3].flatMap { chunks[$0] }) == .alteredChunk(2))
        var flipped = chunks
        flipped[2][9] ^= 1
        #expect(error(beginning + flipped.joined()) == .alteredChunk(2))
    }

    @Test("An empty chunk behind others is refused")
    func emptyChunk() throws {
        let fileKey = [UInt8](repeating: 1, count: 16)
        let nonce = [UInt8](repeating: 2, count: 16)
        var file = try AgeHeader.make(for: [identity.recipient], fileKey: fileKey, random: systemRandomBytes) + nonce
        var stream = AgeStream(fileKey: fileKey, nonce: nonce)
        try stream.seal(numberedBytes(Self.chunk)[...], isLast: false, to: &file)
        try stream.seal([], isLast: true, to: &file)
        #expect(error(file) == .alteredChunk(1))
    }

    @Test("Bytes of a chunk are returned only when the whole chunk is verified")
    func release() throws {
        let (beginning, chunks) = try parts(2 * Self.chunk)
        var reader = AgeReader([identity])
        let first = try reader.read(beginning + chunks[0])
        #expect(first.isEmpty)
        let second = try reader.read([chunks[1][0]])
        #expect(second.count == Self.chunk)
    }

    @Test(
        "A malformed header is refused",
        arguments: [
            ("org/v1\n", "org/v2\n"), ("org/v1\n", "org/v1\r\n"),
            ("-> X25519 ", "-> X25519  "), ("-> X25519 ", "->X25519 "), ("-> X25519 ", "-> X25519 A "),
            ("-> X25519 1UUm7oGTg9h+bzLk/MmFMD4TX+Cpktf6J5A54jdyJn0", "-> X25519 " + String(repeating: "A", count: 43)),
            ("jdyJn0\n", "jdyJn1\n"), ("jdyJn0\n", "jdyJn0=\n"), ("FWvckg\n", "FWvckg\n\n"), ("FWvckg\n", "FWvck-\n"),
            ("FWvckg\n", "\n"), ("--- ", "---"), ("--- ", "---  "), ("dJJc\n", "dJJd\n"), ("dJJc\n", "\n"),
            ("--- 9", "--- A"), ("--- ", "-> scrypt A A\nAA\n--- "), ("--- ", "-> grease\n\n--- "),
            ("--- ", "-> grease\n--- "),
        ])
    func malformed(_ from: String, _ to: String) throws {
        // One change each; bytes outside ASCII are only behind the header.
        let header = String(decoding: Written.file.prefix { $0 < 0x80 }, as: UTF8.self)
        let changed = header.replacingOccurrences(of: from, with: to)
        try #require(changed != header)
        let rest = Written.file.dropFirst(header.utf8.count)
        guard case .invalidHeader? = error(Array(changed.utf8) + rest) else {
            Issue.record("\(changed) was accepted")
            return
        }
    }

    @Test("A header without an end is refused once it is too long")
    func endless() {
        let line = "-> grease\n\n"
        let text = "age-encryption.org/v1\n" + String(repeating: line, count: AgeHeader.maximumLength / line.count)
        #expect(error(Array(text.utf8)) == .invalidHeader("its header is too long"))
    }
}
