import Foundation

/// `just now`, `5 min ago`, `3 h ago`, `12 days ago`. A time in the future, by another device's clock, is `just now` too.
func elapsed(since moment: Date, at now: Date) -> String {
    let seconds = now.timeIntervalSince(moment)
    switch seconds {
    case ..<60: return "just now"
    case ..<3600: return "\(Int(seconds / 60)) min ago"
    case ..<86_400: return "\(Int(seconds / 3600)) h ago"
    case ..<172_800: return "1 day ago"
    default: return "\(Int(seconds / 86_400)) days ago"
    }
}
