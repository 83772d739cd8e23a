/// Encrypts a file while it is written. Besides its input and output, the writer holds at most one chunk (64 KiB).
public struct AgeWriter: Sendable {
    private var stream: AgeStream
    /// The header; empty once it has been returned.
    private var beginning: [UInt8]
    private var chunk: [UInt8] = []

    /// Begins a file.
    /// - Parameters:
    ///   - recipients: The recipients, at least one. Each of them can decrypt the file alone.
    ///   - random: Returns the given number of random bytes.
    public init(for recipients: [AgeRecipient], random: (Int) -> [UInt8]) throws(AgeError) {
        let fileKey = random(AgeHeader.fileKeyLength)
        let nonce = random(AgeStream.nonceLength)
        beginning = try AgeHeader.make(for: recipients, fileKey: fileKey, random: random) + nonce
        stream = AgeStream(fileKey: fileKey, nonce: nonce)
    }

    /// Takes the next bytes of the content, and returns the next bytes of the file, which may be empty.
    public mutating func write(_ bytes: [UInt8]) throws -> [UInt8] {
        var output = beginning
        beginning = []
        chunk += bytes
        // A chunk is sealed only when another byte follows, because the last chunk is marked.
        var start = 0
        while chunk.count - start > AgeStream.chunkLength {
            try stream.seal(chunk[start..<start + AgeStream.chunkLength], isLast: false, to: &output)
            start += AgeStream.chunkLength
        }
        chunk.removeFirst(start)
        return output
    }

    /// Returns the last bytes, without which the file is not complete. No other call may follow.
    public mutating func finish() throws -> [UInt8] {
        var output = beginning
        try stream.seal(chunk[...], isLast: true, to: &output)
        return output
    }
}
