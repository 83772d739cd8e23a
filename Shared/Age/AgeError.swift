/// Why a key or a file cannot be used. The error contains no secret.
public enum AgeError: Error, Equatable, CustomStringConvertible {
    case invalidRecipient
    case invalidIdentity
    /// There are no recipients, so no identity could decrypt the file.
    case noRecipients
    /// None of the identities is a recipient of the file.
    case noMatchingIdentity
    /// The file is not in this format, or its header has been altered. The text names the fault.
    case invalidHeader(String)
    /// The last chunk of the file is missing.
    case truncated
    /// Bytes follow the last chunk.
    case extended
    /// The last chunk is incomplete or has been altered, or bytes follow it.
    case damagedEnd
    /// The chunk with this index (from 0) has been altered, or moved from another position.
    case alteredChunk(UInt64)

    public var description: String {
        switch self {
        case .invalidRecipient:
            "this is not a recipient of age; a recipient begins with age1, and age-keygen -y prints that of an identity"
        case .invalidIdentity:
            "this is not an identity of age; an identity begins with AGE-SECRET-KEY-1, and age-keygen makes one"
        case .noRecipients: "a file needs at least one recipient"
        case .noMatchingIdentity:
            "the file is encrypted for other keys; use the key file (age identity) that it was made for"
        case .invalidHeader(let reason): "this is not an intact file of age: \(reason)"
        case .truncated: "the file is incomplete: its end is missing"
        case .extended: "the file has been extended: bytes follow its last chunk"
        case .damagedEnd: "the end of the file is incomplete or has been altered, or other bytes follow it"
        case .alteredChunk(let index):
            "the file has been altered: chunk \(index) (of 64 KiB, counted from 0) is not the one that was encrypted"
        }
    }
}
