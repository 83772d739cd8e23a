// What a server keeps of the places that a device tells.

/// What a server keeps of the places that a device tells.
public enum LocationKeeping: Hashable, Sendable {
    /// Every place joins the device's history and stays until newer ones push it out.
    case history
    /// The newest place alone, and that for so many minutes, at least 1. What history there is on the server is erased.
    case newestOnly(minutes: Int)
}
