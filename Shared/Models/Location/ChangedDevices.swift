// The feed of devices that have changed, for those who show places live.

/// Which devices have changed of late: where they are, who may see them, or who has claimed them.
///
/// A row has the device's id and nothing else; what there is to see, and for whom, is asked for by `ReviewViews`. The
/// feed is kept in the memory of the process that made the changes (decision 29), so whoever wants to hear of all of
/// them follows each replica of location, from its mark.
public enum ChangedDevices {
    /// The feed's name.
    public static let feed = FeedName(rawValue: "devices")
}
