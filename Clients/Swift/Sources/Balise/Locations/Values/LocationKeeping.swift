/// How long the server stores a device's places.
public enum LocationKeeping: Hashable, Sendable {
    /// Every place joins the device's history, and stays until newer ones exceed the limit.
    case history
    /// Only the newest place, for so many minutes, at least 1. The server erases the device's history.
    case newestOnly(minutes: Int)
}
