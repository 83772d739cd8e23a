/// The feed of devices with a changed place, allowed list or claim.
///
/// A change contains only the device's id; `ReviewViews` returns the places and who may see them. The feed is in the
/// memory of the process that made the changes (decision 29). A follower must therefore follow each replica of
/// location, from its current position.
public enum ChangedDevices {
    public static let feed = FeedName(rawValue: "devices")
}
