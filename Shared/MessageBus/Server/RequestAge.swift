// How long a request was on its way, by the service's own clock.

/// Judges whether a request may be begun with. Its caller counts with the same clock, of which it knows at least how far it was.
enum RequestAge {
    /// When a request that is read now was sent; nil when it is too old, or that cannot be told. Its caller may have given it
    /// up then, or have sent it to another replica.
    static func departure(of header: FrameHeader, at now: MonotonicTime, _ limits: BusLimits) -> MonotonicTime? {
        guard let sentAt = header.clock else { return nil }
        // From the future: this clock stood still, as that of a machine does that is suspended.
        guard sentAt <= now else { return sentAt <= now.adding(limits.clockTolerance) ? now : nil }
        return sentAt.adding(limits.maximumRequestAge) >= now ? sentAt : nil
    }
}
